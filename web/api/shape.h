#pragma once

#include <concepts>
#include <cstddef>
#include <string_view>

#include "core/scenario/json_reader.h"

// What JavaScript reads is described once, in lists such as state.def: a row is a member's type, name, value and doc.
// shape_writers.inc makes the writers from them. tests/web/api/answers.cpp makes a description from the same rows, from
// which tests print answers.d.ts and check the JSON.
//
//   TYPE(name, "…")                               what TypeScript calls a type that is defined beside the list
//   SHAPE(name, Source, "doc")                    begins an object, which is written from a const Source& it
//     MEMBER(Type, name, value, "doc")            Type: Text, Number, Flag, a TYPE, or a SHAPE, whose Source the value is
//     MAYBE(Type, name, condition, value, "doc")  only if the condition holds; the value may use it as `given`
//     LIST(Type, name, all, value, "doc")         a value for `each` of all
//     MAYBE_LIST(Type, name, all, value, "doc")   missing if it would be empty
//     PART(Shape, value)                          the members of that shape, here
//     MAYBE_PART(Shape, condition, value)         the same, or none of them
//   END
//
// A doc may be left out, and no program contains it. Members are written in the order of their rows.
namespace reshard::shape {

struct Text {};
struct Number {};
struct Flag {};
template <typename Type>
concept Object = !std::same_as<Type, Text> && !std::same_as<Type, Number> && !std::same_as<Type, Flag>;

inline void put(Json& object, const char* name, Text, std::string_view value) { reshard::put(object, name, value); }
inline void put(Json& object, const char* name, Number, auto value) { reshard::put(object, name, value); }
inline void put(Json& object, const char* name, Flag, std::same_as<bool> auto value) { object[name] = value; }
template <Object Shape, typename Source>
void put(Json& object, const char* name, Shape shape, const Source& source) {
  write(object[name], shape, source);
}

inline void add(Json& list, Text, std::string_view value) { list.push_back(value); }
template <Object Shape, typename Source>
void add(Json& list, Shape shape, const Source& source) {
  write(list.emplace_back(), shape, source);
}

/// The numbers from `first` up to `past`, without it, for a LIST.
struct Indices {
  struct Iterator {
    std::size_t at;
    std::size_t operator*() const { return at; }
    Iterator& operator++() {
      ++at;
      return *this;
    }
    bool operator==(const Iterator&) const = default;
  };
  std::size_t first, past;
  Iterator begin() const { return {first}; }
  Iterator end() const { return {past}; }
};

}  // namespace reshard::shape
