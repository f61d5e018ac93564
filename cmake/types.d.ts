// For `tsc` alone (tests/lint): packages of npm without types, as far as the build uses them.
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'truetype'; noLayoutClosure: boolean },
  ): Promise<Buffer>;
}
