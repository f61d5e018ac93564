"""Where keys live, and which ones move: libreshard for Python, by ctypes.

    import reshard
    ring = reshard.Scenario("v=1&nodes=5&log=+node-5&vnodes=200")
    ring.place(["user:1", b"user:2", 3])          # ["node-4", "node-0", "node-5"]
    frame["owner"] = ring.place(frame["user_id"])  # a pandas column gives a pandas column
    moved = ring.numbers(keys) != ring.before().numbers(keys)  # NumPy arrays, if NumPy is installed

Keys are bytes, used as they are; texts, as UTF-8; or whole numbers, as their decimal digits. Anything else is refused,
None and NaN included, because only you can say what bytes it should become. Where a strategy reads typed keys
(partitions), a key is the text of a value: 42, "2026-11-28"; of a row, "42\\tanna", with \\N for NULL. Set LIBRESHARD to the library's path if the
system does not find it.
"""
import ctypes
import ctypes.util
import os
import weakref
from array import array

try:
    import numpy
except ImportError:
    numpy = None

NOBODY = 0xFFFFFFFF  #: stands for a node's number if no node serves the key
_AFTER, _BEFORE = 0, 1


class _Error(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int32), ("id", ctypes.c_char * 28), ("key", ctypes.c_uint64),
                ("message", ctypes.c_char * 472)]


class ReshardError(ValueError):
    """A refused link or key: `id` is a stable word for the reason, `key` the index of the key, or None for a link."""

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
    """The version of libreshard: "0.1.0"."""
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
    """A scenario of the page, opened from a link or from the JSON that Export saves. Threads may share it.

    `before`: as it is before its last change. Raises ReshardError if the text is refused. It never changes, so a copy of
    it is the scenario itself; pickled, it is opened anew where it arrives.
    """

    def __init__(self, text, *, before=False):
        self._text, self._is_before = text, before
        raw, opened, error = _utf8(text, "link"), ctypes.c_void_p(), _Error()
        moment = _BEFORE if before else _AFTER
        if _library.reshard_open(raw, len(raw), moment, ctypes.byref(opened), ctypes.byref(error)) != 0:
            raise _refusal(error)
        self._scenario = opened
        # Closes it once, when nothing refers to this object any more, whatever is called by hand before.
        weakref.finalize(self, _library.reshard_close, opened)
        names = (_library.reshard_node_name(opened, i) for i in range(_library.reshard_node_count(opened)))
        #: The names of the nodes by number; None for a node that does not exist at this moment.
        self.nodes = [None if name is None else name.decode() for name in names]

    def __copy__(self):
        return self

    def __deepcopy__(self, _):
        return self

    def __reduce__(self):
        return _opened, (self._text, self._is_before)

    def before(self):
        """The scenario before its last change; a number means the same node in both."""
        return Scenario(self._text, before=True)

    def numbers(self, keys):
        """The number of the node that serves each key, or NOBODY: unsigned 32-bit numbers.

        In a NumPy array if NumPy is installed, else in an array.array. Raises TypeError for a key of another type, and
        ReshardError for any other key that is refused.
        """
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
        """The name of the node that serves each key, or None: a list, or a pandas column if `keys` is one.

        Raises the same errors as numbers().
        """
        names = [None if number == NOBODY else self.nodes[number] for number in self.numbers(keys)]
        return type(keys)(names, index=keys.index, dtype=object) if hasattr(keys, "index") and hasattr(keys, "iloc") else names


def _opened(text, before):
    return Scenario(text, before=before)
