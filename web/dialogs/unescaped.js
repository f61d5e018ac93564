/** A part of a link's argument, as it is where it is no escaped text. @param {string} text */
export function unescaped(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
