// What gunzip.js uses of pako, which has no types of its own.
declare module 'pako' {
  export class Inflate {
    constructor(options: { chunkSize: number });
    /** Calls onData with what is unpacked. */
    push(packed: Uint8Array, last: boolean): boolean;
    onData(piece: Uint8Array<ArrayBuffer>): void;
    /** 0: none. */
    err: number;
    /** Whether the member is complete. */
    ended: boolean;
    /** `avail_in`: how many of the bytes pushed last are left. */
    strm: { avail_in: number };
  }
}
