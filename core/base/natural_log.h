#pragma once

namespace reshard {

/// The natural logarithm of a finite x > 0, within 0.55 units in the last place. The C library's may differ in the
/// last bit from one to the next, and then a score could choose another node in the browser than on a server; this
/// one uses the four basic operations of IEEE doubles only, which give the same bits everywhere.
double natural_log(double x);

}  // namespace reshard
