// place and moved: write records unchanged, with the owner added; or JSON, one object per line.
#include "core/base/text.h"
#include "core/bindings/command/commands.h"

namespace reshard::command {
namespace {

/// What is added to a record, prepared once for each node.
class Additions {
 public:
  Additions(const Options& options, const std::string& name, const Router& router) {
    const Layout layout = options.json ? Layout::kJson : options.form.layout;
    for (std::uint32_t number = 0; number < router.known(); ++number) {
      const Node* node = router.node(number);
      texts_.push_back(node == nullptr ? "" : text_of(layout, options.form.delimiter, name, &node->name));
    }
    nobody_ = text_of(layout, options.form.delimiter, name, nullptr);
  }

  std::string_view of(std::uint32_t owner) const { return owner == Router::kNobody ? nobody_ : texts_[owner]; }

 private:
  static std::string text_of(Layout layout, char delimiter, const std::string& name, const std::string* owner) {
    switch (layout) {
      case Layout::kNul: return std::string(1, '\0') + (owner == nullptr ? "" : *owner);
      case Layout::kTsv: return "\t" + (owner == nullptr ? "\\N" : tsv_field(*owner));
      case Layout::kJson: return "," + json_text(name) + ":" + (owner == nullptr ? "null" : json_text(*owner));
      case Layout::kLines:
      case Layout::kCsv: break;
    }
    return delimiter + (owner == nullptr ? "" : csv_field(*owner, delimiter));
  }

  std::vector<std::string> texts_;
  std::string nobody_;
};

class WritingJob : public PlacingJob {
 public:
  WritingJob(const Options& options, const Form& form, const Router& router, const Router* before = nullptr)
      : PlacingJob(form, !options.stream.rejects.empty(), router, before), objects_(options.writes_objects()) {}

 protected:
  void begin(const Chunk& chunk, Outcome& outcome) override {
    if (objects_) return;
    std::string_view head = chunk.bytes().substr(0, chunk.skip);
    if (!form_.header) return outcome.out.append(head);
    while (head.ends_with('\n') || head.ends_with('\r')) head.remove_suffix(1);
    outcome.out.append(head);
    for (const std::string& name : form_.added) {
      outcome.out.append(std::string(1, form_.delimiter));
      outcome.out.append(form_.layout == Layout::kTsv ? tsv_field(name) : csv_field(name, form_.delimiter));
    }
    outcome.out.append(chunk.bytes().substr(0, chunk.skip).ends_with("\r\n") ? "\r\n" : "\n");
  }

  /// False stops the run: the record was refused.
  bool write(const Record& record, std::string_view added, std::string_view more, Outcome& outcome) {
    if (!objects_) return append(record, added, more, outcome), true;
    const std::string_view key = record.values[kKey];
    if (!is_utf8(key)) return refuse(record, {"", "JSON has no such text: the key is not UTF-8"}, outcome);
    outcome.out.append("{\"key\":" + json_text(key));
    outcome.out.append(added);
    outcome.out.append(more);
    outcome.out.append("}\n");
    return true;
  }

 private:
  void append(const Record& record, std::string_view added, std::string_view more, Outcome& outcome) const {
    constexpr std::string_view kEnd("\n\0", 2);
    const bool json = form_.layout == Layout::kJson;
    const std::size_t end = json ? record.bytes.rfind('}') : record.bytes.size();
    outcome.out.reserve(record.bytes.size() + added.size() + more.size() + 2);
    outcome.out.append_reserved(record.bytes.substr(0, end));
    outcome.out.append_reserved(added);
    outcome.out.append_reserved(more);
    if (json) outcome.out.append_reserved(record.bytes.substr(end));
    outcome.out.append_reserved(!record.end.empty() ? record.end : kEnd.substr(form_.end() == '\n' ? 0 : 1, 1));
  }

  bool objects_;
};

class Place final : public WritingJob {
 public:
  Place(const Options& options, const Form& form, const Router& router, const Additions& owners)
      : WritingJob(options, form, router), owners_(owners) {}

 private:
  bool owned(std::span<const Record> records, std::span<const std::uint32_t> owners, std::span<const std::uint32_t>,
             Outcome& outcome) override {
    bool on = true;
    for (std::size_t i = 0; i < records.size() && on; ++i) on = write(records[i], owners_.of(owners[i]), "", outcome);
    return on;
  }

  const Additions& owners_;
};

class Moved final : public WritingJob {
 public:
  Moved(const Options& options, const Form& form, const Router& after, const Router& before, const Additions& from,
        const Additions& to)
      : WritingJob(options, form, after, &before), from_(from), to_(to) {}

 private:
  bool owned(std::span<const Record> records, std::span<const std::uint32_t> owners,
             std::span<const std::uint32_t> before, Outcome& outcome) override {
    bool on = true;
    for (std::size_t i = 0; i < records.size() && on; ++i) {
      if (owners[i] != before[i]) on = write(records[i], from_.of(before[i]), to_.of(owners[i]), outcome);
    }
    return on;
  }

  const Additions& from_;
  const Additions& to_;
};

}  // namespace

int place(Options& options) {
  const auto router = router_at(options, options.moment);
  if (router == nullptr) return kExitUsage;
  const Additions owners(options, options.added, *router);
  return run_and_close(options,
                       [&](const Form& form) { return std::make_unique<Place>(options, form, *router, owners); });
}

int moved(Options& options) {
  const auto after = router_at(options, Moment::kAfter);
  const auto before = after == nullptr ? nullptr : router_at(options, Moment::kBefore);
  if (before == nullptr) return kExitUsage;
  const Additions from(options, "from", *before), to(options, "to", *after);
  return run_and_close(
      options, [&](const Form& form) { return std::make_unique<Moved>(options, form, *after, *before, from, to); });
}

}  // namespace reshard::command
