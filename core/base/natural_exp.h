#pragma once

namespace reshard {

/// e to the power of x, for x from -700 to 700, within two units in the last place. Like natural_log(), it gives the
/// same bits everywhere.
double natural_exp(double x);

}  // namespace reshard
