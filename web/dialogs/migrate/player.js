// Play, pause, scrub. It requests frames only while it plays; under reduced motion it jumps from one state to the next.

const kWholeSeconds = 8;
const kStateMs = 900;
const reduced = matchMedia('(prefers-reduced-motion: reduce)');

export class Player {
  time = 0;
  end = 1;
  #speed = 0; // ms of the run per second; 0: the whole run in kWholeSeconds
  #playing = false;
  #last = 0;
  #tell;
  #states;

  /** @param {(time: number, speed: number) => void} tell @param {() => number[]} states the times worth stopping at */
  constructor(tell, states) {
    this.#tell = tell;
    this.#states = states;
  }

  get playing() {
    return this.#playing;
  }
  get speed() {
    return this.#speed || this.end / kWholeSeconds;
  }

  /** @param {number} msPerSecond */
  set rate(msPerSecond) {
    this.#speed = msPerSecond;
    this.#tell(this.time, this.speed);
  }

  /** @param {number} end */
  fits(end) {
    this.end = end;
    this.to(Math.min(this.time, end));
  }

  /** @param {number} time */
  to(time) {
    this.time = Math.min(Math.max(0, time), this.end);
    this.#tell(this.time, this.speed);
  }

  play() {
    if (this.time >= this.end) this.time = 0;
    this.#playing = true;
    this.#last = performance.now();
    this.#tell(this.time, this.speed);
    this.#next();
  }

  pause() {
    this.#playing = false;
    this.#tell(this.time, this.speed);
  }

  #next() {
    if (reduced.matches) setTimeout(() => this.#step(), kStateMs);
    else requestAnimationFrame((now) => this.#frame(now));
  }

  /** @param {number} now */
  #frame(now) {
    if (!this.#playing) return;
    const passed = Math.min(100, now - this.#last);
    this.#last = now;
    this.#go(this.time + (passed / 1000) * this.speed);
  }

  #step() {
    if (!this.#playing) return;
    this.#go(this.#states().find((time) => time > this.time) ?? this.end);
  }

  /** @param {number} time */
  #go(time) {
    this.time = Math.min(time, this.end);
    if (this.time >= this.end) this.#playing = false;
    this.#tell(this.time, this.speed);
    if (this.#playing) this.#next();
  }
}
