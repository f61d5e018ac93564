// A Debian 12 in a folder that has nothing but its base, sudo, and a clone of the project: what a fresh machine has. It
// installs from where this machine's apt and npm do.
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../live/programs.mjs';

/** This machine's settings for names, certificates, apt and npm, as far as it has some. */
const kSettings = [
  '/etc/resolv.conf',
  '/etc/hosts',
  '/usr/local/share/ca-certificates',
  '/etc/apt/apt.conf.d',
  '/etc/apt/auth.conf.d',
  '/etc/apt/sources.list',
  '/etc/apt/sources.list.d',
  '/etc/apt/trusted.gpg.d',
  '/root/.npmrc',
  '/usr/etc/npmrc',
];
const kPassedOn = /^(?:https?_proxy|no_proxy|npm_config_\w+|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE)$/i;
export const kClone = '/reshard';

/** Why there can be none here; undefined if there can. */
export function whyNone() {
  if (process.getuid?.() !== 0) return 'only root can enter another root';
  if (!existsSync('/usr/sbin/debootstrap')) return 'there is no debootstrap';
  if (spawnSync('unshare', ['--mount', '--pid', '--fork', 'true']).status !== 0)
    return 'no mounts of its own are allowed here';
  return undefined;
}

/** The archive from which apt here installs Debian 12. */
async function archive() {
  const words = ['indextargets', '--format', '$(REPO_URI) $(RELEASE)', 'Created-By: Packages'];
  const { stdout } = await run('apt-get', words);
  const address = stdout
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, release]) => release === 'bookworm')?.[0];
  if (!address) throw new Error('apt has no archive of Debian 12 here');
  return address;
}

export class BareDebian {
  #folder;

  /** @param {string} folder that does not exist yet */
  constructor(folder) {
    this.#folder = folder;
  }

  /** @param {string} project whose HEAD is cloned, with this work tree's differences */
  async make(project) {
    const words = ['--variant=minbase', '--include=ca-certificates,sudo', 'bookworm', this.#folder, await archive()];
    await run('debootstrap', words);
    writeFileSync(join(this.#folder, 'etc/dpkg/dpkg.cfg.d/quick'), 'force-unsafe-io\n');
    rmSync(join(this.#folder, 'etc/apt/sources.list'));
    for (const path of kSettings.filter((each) => existsSync(each))) {
      cpSync(path, join(this.#folder, path), { recursive: true, dereference: true });
    }
    await this.run('update-ca-certificates');
    appendFileSync(join(this.#folder, 'etc/apt/apt.conf.d/99yes'), 'APT::Get::Assume-Yes "true";\n');
    await run('git', ['clone', '--quiet', project, join(this.#folder, kClone)]);
    const raw = { cwd: project, maxBuffer: 1 << 28, encoding: 'buffer' };
    const { stdout } = await run('git', ['diff', 'HEAD', '--binary'], raw);
    if (stdout.length > 0) spawnSync('git', ['apply', '-'], { cwd: join(this.#folder, kClone), input: stdout });
  }

  /** @param {string} name in the clone @param {string | Buffer} text */
  write(name, text) {
    const path = join(this.#folder, kClone, name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text);
  }

  /**
   * Runs a line in the clone as a reader's shell would, in namespaces of its own, so that nothing that it starts or
   * mounts is left.
   * @param {string} line @param {(said: string) => boolean} [enough] when it is ended; without it, the line ends by
   * itself
   * @returns {Promise<{code: number | null, said: string}>} what it printed, both streams
   */
  async run(line, enough) {
    const inside =
      'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && mount --rbind /sys "$0/sys" && ' +
      `exec chroot "$0" /usr/bin/bash -c 'cd ${kClone} 2>/dev/null; eval "$1"' bash "$1"`;
    const kept = Object.entries(process.env).filter(([name]) => kPassedOn.test(name));
    const env = {
      ...Object.fromEntries(kept),
      HOME: '/root',
      LANG: 'C.UTF-8',
      DEBIAN_FRONTEND: 'noninteractive',
      PATH: `/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:${kClone}/build/release`,
    };
    const child = spawn(
      'unshare',
      ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', inside, this.#folder, line],
      { env, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        said = (said + text).slice(-(1 << 20));
        if (enough?.(said)) child.kill('SIGKILL');
      });
    }
    const code = await new Promise((done) => child.on('close', done));
    return { code, said };
  }

  remove() {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
