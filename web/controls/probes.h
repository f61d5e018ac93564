#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "imgui.h"

namespace reshard::ui {

/// Where a control was drawn in the last frame, under a name that tests and the page can ask for.
struct Probe {
  std::string name;
  ImVec2 min, max;  ///< the whole item, in CSS pixels from the canvas's top left corner
  bool visible;     ///< at least its middle is inside the clip rectangle
  bool enabled;     ///< not inside BeginDisabled
  bool focused;     ///< has the keyboard focus, visibly
};

/// Names the item just submitted. Costs one branch unless probes are being recorded. A name is unique within a frame;
/// the same control keeps its name for ever ("add-node").
void probe(std::string_view name);

/// The same for one of many similar controls: probe("remove-node", "node-3") is "remove-node:node-3".
void probe(std::string_view name, std::string_view which);

/// Names a part of something drawn by hand (a point of a ring, a bar).
void probe_rect(std::string_view name, std::string_view which, ImVec2 min, ImVec2 max);

/// Starts or stops recording; nothing is recorded until the first call.
void record_probes(bool on);

/// Forgets the previous frame's probes: called once, when a frame begins.
void begin_probes();

/// The probes of the frame drawn last, in drawing order.
const std::vector<Probe>& probes();

/// The same as JSON: {"add-node":{"x":8,"y":40,"w":120,"h":28,"visible":true,"enabled":true,"focused":false},…}
std::string probes_json();

}  // namespace reshard::ui
