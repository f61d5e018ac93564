#include "core/migration/checker/checker_state.h"

namespace reshard {
namespace {

class Writer {
 public:
  explicit Writer(std::string& bytes) : bytes_(bytes) { bytes_.clear(); }
  template <typename T>
  void operator()(const T& value) {
    bytes_ += static_cast<char>(value);
  }
  void operator()(const Version& version) {
    const auto bits = static_cast<std::uint32_t>(version);
    bytes_ += static_cast<char>((bits & 0x7F) | (bits >> 31 << 7));
  }

 private:
  std::string& bytes_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}
  template <typename T>
  void operator()(T& value) {
    value = static_cast<T>(next());
  }
  void operator()(Version& version) {
    const std::uint32_t bits = next();
    version = Version{(bits & 0x7F) | (bits >> 7 << 31)};
  }
  unsigned char next() { return static_cast<unsigned char>(bytes_[at_++]); }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

// The members in the same order for reading and writing. `list` handles a list in both.
template <typename Io, typename Key>
void visit_key(Io& io, Key& key) {
  io(key.copying);
  io(key.carried.version);
  io(key.carried.number);
  io(key.verifying);
  io(key.compared.version);
  io(key.compared.number);
  for (auto& held : key.sides) {
    io(held.version);
    io(held.number);
    io(held.highest);
  }
}

template <typename Io, typename Client>
void visit_client(Io& io, Client& client) {
  io(client.phase);
  io(client.operation);
  io(client.pending.phase);
  io(client.pending.leg);
  io(client.pending.need);
  io(client.pending.refused);
  io(client.pending.operation);
  io(client.pending.version);
}

template <typename Io, typename State, typename List>
void visit(Io& io, State& state, std::size_t clients, List list) {
  io(state.progress.announced);
  for (auto& known : state.progress.known) io(known);
  io(state.bad);
  io(state.restarted);
  io(state.timeouts);
  visit_key(io, state.key);
  list(state.operations, [&](auto& operation) {
    io(operation.kind);
    io(operation.client);
    io(operation.answered);
    io(operation.open);
    io(operation.before);
    io(operation.result);
  });
  for (std::size_t c = 0; c < clients; ++c) {
    visit_client(io, state.clients[c]);
    for (auto& flights : state.flights[c]) {
      list(flights, [&](auto& flight) {
        io(flight.operation);
        io(flight.message.kind);
        io(flight.message.asking);
        io(flight.message.compares);
        io(flight.message.phase);
        io(flight.message.version);
        io(flight.message.number);
      });
    }
  }
  list(state.log, [&](auto& change) {
    io(change.version);
    io(change.number);
  });
}

}  // namespace

void pack(const CheckerState& state, std::size_t clients, std::string& bytes) {
  Writer out(bytes);
  visit(out, state, clients, [&](auto& list, auto one) {
    out(list.size());
    for (const auto& item : list) one(item);
  });
}

CheckerState unpack(std::string_view bytes, std::size_t clients) {
  CheckerState state;
  Reader in(bytes);
  visit(in, state, clients, [&](auto& list, auto one) {
    for (unsigned left = in.next(); left > 0; --left) {
      list.push({});
      one(list[list.size() - 1]);
    }
  });
  return state;
}

}  // namespace reshard
