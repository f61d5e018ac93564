%% RabbitMQ's consistent-hash exchange in a bare Erlang: the plugin's own code binds and unbinds queues in a table of Mnesia, and
%% routes messages. Reads Erlang terms: {bind, Queue, Key}, {unbind, Queue, Key}, recover, and {route, Kind, Value}, for which it
%% prints the queue.
-module(rabbitmq_ask).
-export([main/1]).
-include_lib("rabbit_common/include/rabbit.hrl").
-include_lib("rabbit_common/include/rabbit_framing.hrl").

-define(PLUGIN, rabbit_exchange_type_consistent_hash).
-define(TABLE, rabbit_exchange_type_consistent_hash_ring_state).

main([File]) ->
    {ok, _} = application:ensure_all_started(mnesia),
    logger:set_primary_config(level, error),
    {atomic, ok} = mnesia:create_table(?TABLE, [{record_name, chx_hash_ring},
                                                {attributes, [exchange, next_bucket_number, bucket_map]},
                                                {type, ordered_set}]),
    {ok, Terms} = file:consult(File),
    lists:foldl(fun step/2, [], Terms),
    halt(0).

exchange(Arguments) ->
    #exchange{name = name(exchange, <<"x">>), type = 'x-consistent-hash', arguments = Arguments}.

name(Kind, Name) -> #resource{virtual_host = <<"/">>, kind = Kind, name = Name}.

binding(Queue, Key) ->
    #binding{source = name(exchange, <<"x">>), key = Key, destination = name(queue, Queue), args = []}.

change(Fun) -> {atomic, _} = mnesia:transaction(Fun).

step({bind, Queue, Key}, Bound) ->
    B = binding(Queue, Key),
    change(fun() -> ?PLUGIN:add_binding(transaction, exchange([]), B) end),
    [B | Bound];
step({unbind, Queue, Key}, Bound) ->
    B = binding(Queue, Key),
    change(fun() -> ?PLUGIN:remove_bindings(transaction, exchange([]), [B]) end),
    lists:delete(B, Bound);
%% As recover_exchange_and_bindings() does.
step(recover, Bound) ->
    change(fun() -> mnesia:delete({?TABLE, name(exchange, <<"x">>)}) end),
    change(fun() -> ?PLUGIN:create(transaction, exchange([])),
                    [?PLUGIN:add_binding(transaction, exchange([]), B) || B <- lists:usort(Bound)] end),
    Bound;
step({route, Kind, Value}, Bound) ->
    {Arguments, Keys, Properties} = message(Kind, Value),
    Content = #content{properties = Properties},
    Message = #basic_message{routing_keys = Keys, content = Content},
    [#resource{name = Queue}] = ?PLUGIN:route(exchange(Arguments), #delivery{message = Message}),
    io:put_chars([Queue, "\n"]),
    Bound.

message(routing_key, Key) -> {[], [Key], #'P_basic'{}};
message(correlation_id, Id) ->
    {[{<<"hash-property">>, longstr, <<"correlation_id">>}], [<<>>], #'P_basic'{correlation_id = Id}};
message(message_id, Id) ->
    {[{<<"hash-property">>, longstr, <<"message_id">>}], [<<>>], #'P_basic'{message_id = Id}};
message(timestamp, Time) ->
    {[{<<"hash-property">>, longstr, <<"timestamp">>}], [<<>>], #'P_basic'{timestamp = Time}};
message(Type, Value) ->
    {[{<<"hash-header">>, longstr, <<"h">>}], [<<>>], #'P_basic'{headers = [{<<"h">>, Type, Value}]}}.
