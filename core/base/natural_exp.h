#pragma once

namespace reshard {

/// e to the power of x, for x from -700 to 700, within two units in the last place; the same bits everywhere, as
/// natural_log() gives them.
double natural_exp(double x);

}  // namespace reshard
