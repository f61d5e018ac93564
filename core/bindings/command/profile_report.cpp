#include "core/bindings/command/profile_report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "core/base/text.h"

namespace reshard::command {
namespace {

constexpr std::size_t kNamedValues = 3;

std::string with_digits(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

/// "1,234,567", "0.5": at most this many decimals, without trailing zeros.
std::string number(double value, int digits = 0) {
  std::string text = with_digits(value, digits);
  if (text.find('.') != text.npos) {
    text.resize(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
  }
  const std::size_t whole = std::min(text.find('.'), text.size());
  for (std::size_t at = whole; at > 3 && text[at - 4] != '-'; at -= 3) text.insert(at - 3, ",");
  return text == "-0" ? "0" : text;
}

std::string percent(const Json& share) { return with_digits(100 * share.get<double>(), 1) + "%"; }

std::string text(const Json& json) { return json.is_string() ? json.get<std::string>() : ""; }

/// Replaces what a terminal would not show as it is, such as a line end in a value, by a space.
std::string shown(const Json& json) {
  std::string value = text(json);
  for (char& c : value) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  return value;
}

std::string list(const Json& names) {
  std::string all;
  for (const Json& name : names) all.append(all.empty() ? "" : ", ").append(shown(name));
  return all;
}

/// Keys, those of several columns in parentheses.
std::string list_of_keys(const Json& ids) {
  std::string all;
  for (const Json& id : ids) {
    const std::string key = shown(id);
    all.append(all.empty() ? "" : ", ").append(key.find(", ") == key.npos ? key : "(" + key + ")");
  }
  return all;
}

std::string counted(double value, const char* one, const char* more) {
  return number(value) + " " + (value == 1 ? one : more);
}

/// A table with aligned columns: text to the left, numbers to the right.
class Columns {
 public:
  explicit Columns(std::size_t left) : left_(left) {}

  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

  std::string text() const {
    std::vector<std::size_t> widths;
    for (const auto& row : rows_) {
      widths.resize(std::max(widths.size(), row.size()));
      for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], width(row[c]));
    }
    std::string text;
    for (const auto& row : rows_) {
      std::string line;
      for (std::size_t c = 0; c < row.size(); ++c) {
        const std::string space(widths[c] - width(row[c]), ' ');
        line += c == 0 ? "" : "  ";
        line += c < left_ ? row[c] + space : space + row[c];
      }
      line.resize(line.find_last_not_of(' ') + 1);
      text += line + "\n";
    }
    return text;
  }

 private:
  /// In characters, not bytes.
  static std::size_t width(const std::string& text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
  }

  std::size_t left_;
  std::vector<std::vector<std::string>> rows_;
};

/// A reason of judge() as a sentence, as on the page.
std::string sentence(const Json& why) {
  const std::string code = text(why["code"]);
  if (code == "one_shard") return percent(why["share"]) + " of the queries ask one shard.";
  if (code == "scatter") {
    return percent(why["share"]) + " of the queries ask every shard (" + list(why["templates"]) + ").";
  }
  if (code == "hot_unit") {
    const std::string where = why["shardName"].is_null() ? "" : ", all on " + shown(why["shardName"]);
    return "“" + shown(why["value"]) + "” alone has " + percent(why["share"]) + " of the rows" + where + ".";
  }
  if (code == "hot_newest") {
    const char* rows = text(why["of"]) == "hour" ? " of the last hour's rows are on " : " of the newest rows are on ";
    return percent(why["share"]) + rows + shown(why["shardName"]) + ".";
  }
  if (code == "few_values") {
    return "Only " + counted(why["distinct"], "value", "values") + " for " + counted(why["shards"], "shard", "shards") +
           ".";
  }
  if (code == "uneven") {
    return shown(why["shardName"]) + " has " + number(why["maxToMean"], 2) + " times the mean of the rows.";
  }
  if (code == "monotonic") {
    const double rho = why["rho"];
    return std::string(rho > 0 ? "It grows" : "It falls") + " with time (rank correlation " + with_digits(rho, 2) +
           ").";
  }
  if (code == "nulls") {
    return counted(why["nulls"], "row has", "rows have") + " no value (" + percent(why["share"]) + ").";
  }
  if (code == "joins_cross") {
    return percent(why["share"]) + " of the queries join rows across shards (" + list(why["templates"]) + ").";
  }
  if (code == "key_updates") {
    return number(why["perSecond"], 1) + " updates per second change the key and move the row (" +
           list(why["templates"]) + ").";
  }
  if (code == "unique_without_key") return "No shard alone can check that " + list(why["columns"]) + " is unique.";
  return "No queries are known: only the rows are judged.";
}

class ProfileReport {
 public:
  ProfileReport(const Json& profile, const Json& verdict, const Json& templates, const std::string& why_not_judged)
      : profile_(profile), verdict_(verdict), templates_(templates), why_not_judged_(why_not_judged) {
    const bool judged = !verdict.is_null();
    for (const Json& one : judged ? verdict["candidates"] : profile["candidates"])
      order_.push_back(one["id"].get<std::string>());
  }

  std::string text() const {
    std::string all = rows() + "\n";
    if (!verdict_.is_null()) all += headline() + "\n";
    all += keys() + not_judged() + "\n" + values() + "\n" + reasons();
    if (!verdict_.is_null() && !verdict_["candidates"][0]["templates"].empty()) all += "\n" + asked();
    return all + not_understood();
  }

 private:
  const Json& counted_of(std::size_t i) const {
    return *std::find_if(profile_["candidates"].begin(), profile_["candidates"].end(),
                         [&](const Json& one) { return one["id"] == order_[i]; });
  }
  std::string name(std::size_t i) const { return shown(Json(order_[i])); }

  std::string rows() const {
    const Json& time = profile_["time"];
    std::string text = counted(profile_["rows"], "row", "rows") + " of " +
                       counted(static_cast<double>(profile_["columns"].size()), "column", "columns") + ", " +
                       number(profile_["rowBytes"], 1) + " bytes each as text";
    if (!profile_["shards"].empty()) {
      text += "; " + counted(static_cast<double>(profile_["shards"].size()), "shard", "shards") + ", strategy " +
              shown(profile_["strategy"]);
    }
    return text + "; time is " + (time["column"].is_null() ? "the order of the rows" : shown(time["column"])) + "\n";
  }

  std::string headline() const {
    const Json& best = verdict_["candidates"][0];
    const double often = verdict_["perSecond"], others = verdict_["otherPerSecond"];
    const std::string more = often > 0    ? ""
                             : others > 0 ? "No query is about the table " + shown(verdict_["table"]) + ".\n"
                                          : "Add your queries: they decide which key is best.\n";
    if (!best["unfit"].is_null()) {
      const bool few = best["unfit"] == "few_values";
      return "None of these keys is good. " + name(0) + " comes first, and " +
             (few ? "has only " + counted(counted_of(0)["distinct"]["value"], "value", "values") + " for " +
                        counted(verdict_["shards"], "shard", "shards") + ".\n"
                  : "one shard has the newest rows. Add the queries that insert rows.\n") +
             more;
    }
    const std::string work =
        counted(verdict_["shards"], "shard does", "shards do") + " the work of " + number(best["worthShards"], 1) + ".";
    if (!verdict_["tie"].empty()) {
      return "Tie: " + list_of_keys(verdict_["tie"]) + "." + (often > 0 ? " " + work : "") +
             "\nWhich of them comes first is chance: it changes with the names or the number of the nodes.\n" + more;
    }
    if (often == 0) return "Most evenly spread: " + name(0) + ". " + more;
    std::string text = "Best key: " + name(0) + ". " + percent(best["one"]) + " of the queries ask one shard.\n" + work;
    if (order_.size() > 1) {
      text += " Next is " + name(1) + ", with the work of " + number(verdict_["candidates"][1]["worthShards"], 1) + ".";
    }
    return text + "\n";
  }

  // What the key does for the queries, and how rows are distributed over the shards.
  std::string keys() const {
    Columns table(2);
    std::vector<std::string> head = {"", verdict_.is_null() ? "Key" : "Key, best first"};
    if (!verdict_.is_null()) {
      for (const char* title : {"work of shards", "one shard", "all shards", "shards/query"}) head.emplace_back(title);
    }
    for (const char* title : {"values", "no value", "max/mean", "rank with time"}) head.emplace_back(title);
    table.add(std::move(head));
    for (std::size_t i = 0; i < order_.size(); ++i) {
      std::vector<std::string> row = {number(static_cast<double>(i + 1)), name(i)};
      if (!verdict_.is_null()) {
        const Json& judged = verdict_["candidates"][i];
        const bool asked = verdict_["perSecond"].get<double>() > 0;
        row.push_back(number(judged["worthShards"], 1));
        row.push_back(asked ? percent(judged["one"]) : "-");
        row.push_back(asked ? percent(judged["all"]) : "-");
        row.push_back(asked ? number(judged["meanShards"], 2) : "-");
      }
      const Json& figures = counted_of(i);
      const bool exact = figures["distinct"]["exact"].get<bool>();
      row.push_back((exact ? "" : "about ") + number(figures["distinct"]["value"]));
      row.push_back(number(figures["nulls"]));
      row.push_back(figures["spread"].is_null() ? "-" : with_digits(figures["spread"]["maxToMean"], 2));
      row.push_back(figures["rank"]["rho"].is_null() ? "-" : with_digits(figures["rank"]["rho"], 2));
      table.add(std::move(row));
    }
    return table.text();
  }

  std::string not_judged() const {
    Json names = Json::array();
    for (const Json& column : profile_["columns"]) {
      const bool judged =
          std::any_of(profile_["candidates"].begin(), profile_["candidates"].end(), [&](const Json& one) {
            return std::find(one["columns"].begin(), one["columns"].end(), column["name"]) != one["columns"].end();
          });
      if (!judged) names.push_back(column["name"]);
    }
    if (names.empty()) return "";
    return "Not judged: " + list(names) + (why_not_judged_.empty() ? "" : ": " + why_not_judged_) + ".\n";
  }

  std::string values() const {
    Columns table(3);
    table.add({"", "Key", "largest values, with their share of the rows"});
    for (std::size_t i = 0; i < order_.size(); ++i) {
      std::string values;
      const Json& top = counted_of(i)["top"];
      for (std::size_t k = 0; k < std::min(kNamedValues, top.size()); ++k) {
        const bool exact = top[k]["error"].get<double>() == 0;
        values.append(values.empty() ? "" : ", ").append(shown(top[k]["value"])).append(exact ? " " : " up to ");
        values += percent(top[k]["share"]);
      }
      table.add({number(static_cast<double>(i + 1)), name(i), values.empty() ? "-" : values});
    }
    return table.text();
  }

  std::string reasons() const {
    std::string text;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      std::string why;
      const Json& figures = counted_of(i);
      const Json none = Json::array();
      for (const Json& reason : verdict_.is_null() ? none : verdict_["candidates"][i]["reasons"]) {
        why += " " + sentence(reason);
      }
      if (verdict_.is_null() && text_of(figures["rank"], "monotonic") != "no") {
        const Json monotonic = {{"code", "monotonic"}, {"rho", figures["rank"]["rho"]}};
        why += " " + sentence(monotonic);
      }
      if (figures.contains("refused")) {
        why += " The strategy cannot place “" + shown(figures["refused"]["value"]) +
               "”: " + shown(figures["refused"]["message"]) + ".";
      } else if (figures.contains("whyNoSpread")) {
        why += " Too many values for a strategy that needs all of them: no rows per shard.";
      }
      if (!why.empty()) text += name(i) + ":" + why + "\n";
    }
    return verdict_.is_null() ? text + "Give --shards, --link or --scenario to see which is best.\n" : text;
  }

  static std::string text_of(const Json& object, const char* key) { return command::text(object[key]); }

  // Columns are headed by the keys' numbers: there may be twelve keys.
  std::string asked() const {
    const Json& first = verdict_["candidates"][0]["templates"];
    const double shards = verdict_["shards"];
    Columns table(1);
    std::vector<std::string> head = {"Shards that each query asks, by key", "per second"};
    for (std::size_t i = 0; i < order_.size(); ++i) head.push_back(number(static_cast<double>(i + 1)));
    table.add(std::move(head));
    for (std::size_t q = 0; q < first.size(); ++q) {
      std::vector<std::string> row = {shown(first[q]["id"]), number(first[q]["perSecond"], 2)};
      for (const Json& candidate : verdict_["candidates"]) {
        const double asks = candidate["templates"][q]["shards"];
        const bool all = shards > 1 && candidate["templates"][q]["asks"] == "all";
        row.push_back(all ? "all " + number(shards) : number(asks, 2));
      }
      table.add(std::move(row));
    }
    return table.text();
  }

  std::string not_understood() const {
    if (verdict_.is_null() || verdict_["notUnderstood"].empty()) return "";
    std::string text = "\nNot understood, so counted as asking every shard:\n";
    for (const Json& id : verdict_["notUnderstood"]) {
      const auto query =
          std::find_if(templates_.begin(), templates_.end(), [&](const Json& one) { return one["id"] == id; });
      text += "  " + shown(id);
      for (const char* key : {"why", "text"}) {
        const std::string words = query == templates_.end() ? "" : query->value(key, std::string());
        if (!words.empty()) text += (key[0] == 'w' ? ", " : ": ") + shown(words);
      }
      text += "\n";
    }
    return text;
  }

  const Json& profile_;
  const Json& verdict_;
  const Json& templates_;
  const std::string& why_not_judged_;
  std::vector<std::string> order_;
};

}  // namespace

std::string profile_report(const Json& profile, const Json& verdict, const Json& templates,
                           const std::string& why_not_judged) {
  return ProfileReport(profile, verdict, templates, why_not_judged).text();
}

}  // namespace reshard::command
