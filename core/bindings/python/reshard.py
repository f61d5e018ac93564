"""Where keys live, and which ones move: libreshard for Python, by ctypes.

    import reshard
    ring = reshard.Scenario("v=1&nodes=5&log=+node-5&vnodes=200")
    ring.place(["user:1", b"user:2", 3])          # ["node-4", "node-0", "node-5"]
    frame["owner"] = ring.place(frame["user_id"])  # a pandas column gives a pandas column
    moved = ring.numbers(keys) != ring.before().numbers(keys)  # NumPy arrays, where NumPy is there

Keys are bytes as they are, texts as UTF-8, whole numbers as their decimal digits. Anything else is refused, also None and
NaN: what it should be as bytes, only you can say. LIBRESHARD may name the library, which is else looked for as the
system does.
"""
import ctypes
import ctypes.util
import os
from array import array

try:
    import numpy
except ImportError:
    numpy = None

NOBODY = 0xFFFFFFFF  #: the number of no node: nobody serves the key
_AFTER, _BEFORE = 0, 1


class _Error(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int32), ("id", ctypes.c_char * 28), ("key", ctypes.c_uint64),
                ("message", ctypes.c_char * 472)]


class ReshardError(ValueError):
    """What was refused: `id` is a stable word, `key` the index of the key, or None."""

    def __init__(self, id, message, key=None):
        self.id = id
        self.key = key
        super().__init__(message if key is None else f"keys[{key}]: {message}")


def _refusal(error):
    return ReshardError(error.id.decode(), error.message.decode(), error.key if error.code == 2 else None)


def _load():
    name = os.environ.get("LIBRESHARD") or ctypes.util.find_library("reshard") or "libreshard.so.1"
    library = ctypes.CDLL(name)
    library.reshard_version.restype = ctypes.c_char_p
    library.reshard_node_name.restype = ctypes.c_char_p
    library.reshard_node_name.argtypes = [ctypes.c_void_p, ctypes.c_uint32]
    library.reshard_node_count.restype = ctypes.c_uint32
    library.reshard_node_count.argtypes = [ctypes.c_void_p]
    library.reshard_close.restype = None
    library.reshard_close.argtypes = [ctypes.c_void_p]
    library.reshard_open.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int,
                                     ctypes.POINTER(ctypes.c_void_p), ctypes.POINTER(_Error)]
    library.reshard_place.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_size_t,
                                      ctypes.c_void_p, ctypes.POINTER(_Error)]
    return library


_library = _load()


def version():
    return _library.reshard_version().decode()


def _utf8(text, field, index=None):
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise ReshardError("malformed", f"{field}: {text[error.start]!r} stands alone: not Unicode", index) from None


def _bytes_of(key, index):
    if isinstance(key, str):
        return _utf8(key, "key", index)
    if isinstance(key, (bytes, bytearray, memoryview)):
        return bytes(key)
    integer = isinstance(key, int) or (numpy is not None and isinstance(key, numpy.integer))
    if integer and not isinstance(key, bool):
        if not -(1 << 63) <= key < 1 << 64:
            raise ReshardError("out_of_range", "key: a whole number of more than 64 bits", index)
        return str(int(key)).encode()
    raise TypeError(f"keys[{index}]: {key!r} is neither bytes, nor text, nor a whole number")


class Scenario:
    """A scenario of the page: a link, or the JSON that Export saves. May be used by many threads."""

    def __init__(self, text, *, before=False):
        self._scenario = None
        self._text = text
        raw, opened, error = _utf8(text, "link"), ctypes.c_void_p(), _Error()
        moment = _BEFORE if before else _AFTER
        if _library.reshard_open(raw, len(raw), moment, ctypes.byref(opened), ctypes.byref(error)) != 0:
            raise _refusal(error)
        self._scenario = opened
        names = (_library.reshard_node_name(opened, i) for i in range(_library.reshard_node_count(opened)))
        #: By number; None if that node does not exist at this moment.
        self.nodes = [None if name is None else name.decode() for name in names]

    def __del__(self):
        if self._scenario is not None:
            _library.reshard_close(self._scenario)

    def before(self):
        """The same before its last change; numbers mean the same nodes."""
        return Scenario(self._text, before=True)

    def numbers(self, keys):
        """The number of each key's node, or NOBODY: a NumPy array where NumPy is there, else an array of 32 bits."""
        if isinstance(keys, (str, bytes, bytearray, memoryview)):  # each character or byte would become a key
            raise TypeError(f"keys: one {type(keys).__name__}, where a list of keys is wanted")
        parts = [_bytes_of(key, i) for i, key in enumerate(keys)]
        offsets = array("Q", [0])
        end = 0
        for part in parts:
            end += len(part)
            offsets.append(end)
        owners = array("I", bytes(4 * len(parts)))
        error = _Error()
        code = _library.reshard_place(self._scenario, b"".join(parts), offsets.buffer_info()[0], len(parts),
                                      owners.buffer_info()[0], ctypes.byref(error))
        if code != 0:
            raise _refusal(error)
        return owners if numpy is None else numpy.frombuffer(owners, dtype=numpy.uint32)

    def place(self, keys):
        """The name of each key's node, None where nobody serves it: a list, or a pandas column for one."""
        names = [None if number == NOBODY else self.nodes[number] for number in self.numbers(keys)]
        return type(keys)(names, index=keys.index, dtype=object) if hasattr(keys, "index") and hasattr(keys, "iloc") else names
