#pragma once

namespace reshard {

/// The natural logarithm of a finite x > 0, within 0.55 units in the last place. C libraries may differ from one
/// another in the last bit, and then a score could choose a different node in the browser than on a server. This one
/// uses only the four basic operations on IEEE doubles, which give the same bits everywhere.
double natural_log(double x);

}  // namespace reshard
