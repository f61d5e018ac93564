// A test's own PostgreSQL server: in a temporary folder, on a socket, and run by the user postgres where the test runs
// as root.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { atEnd, folderOf, needs } from '../live/programs.mjs';
import { asan, build, sanitized } from './command.mjs';

const kPrograms = '/usr/lib/postgresql/15/bin';
const kShared = '/usr/share/postgresql/15';
const isRoot = process.getuid() === 0;
const extension = join(build, 'postgresql/reshard.so');

export const needsPostgres = needs(join(kPrograms, 'initdb'));
/**
 * What the extension's tests need. Where apt installs the server's headers, a build without the extension is a failure.
 */
export const needsExtension = existsSync(extension)
  ? needsPostgres
  : needs('/usr/include/postgresql/15/server/postgres.h', extension);

/**
 * The command line of a PostgreSQL program, which root runs as the user postgres.
 * @param {string} program
 * @param {string[]} words
 */
function asUser(program, words) {
  return isRoot ? ['runuser', '-u', 'postgres', '--', program, ...words] : [program, ...words];
}

/**
 * Runs a program; a hang is a failure.
 * @param {string} program
 * @param {string[]} words
 */
function ran(program, words, { input = '', env = {} } = {}) {
  const [first, ...rest] = asUser(program, words);
  const { status, stdout, stderr, error } = spawnSync(first, rest, {
    input,
    encoding: 'utf8',
    cwd: '/',
    maxBuffer: 1 << 30,
    timeout: 600_000,
    env: { ...process.env, ...env },
  });
  assert.equal(status, 0, `${program}: ${stdout}${stderr}${error ?? ''}`);
  return stdout;
}

/**
 * Links to everything in a folder that the other one does not have yet.
 * @param {string} from
 * @param {string} to
 */
function mirror(from, to) {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) if (!existsSync(join(to, name))) symlinkSync(join(from, name), join(to, name));
}

/**
 * A copy of the machine's server with the extension as `cmake --install` installs it: a server finds its files relative
 * to its program.
 * @param {string} folder
 */
function withExtension(folder) {
  const done = spawnSync('cmake', ['--install', build, '--component', 'postgresql'], {
    encoding: 'utf8',
    env: { ...process.env, DESTDIR: folder },
  });
  assert.equal(done.status, 0, done.stdout + done.stderr);
  const programs = join(folder, kPrograms);
  mkdirSync(programs, { recursive: true });
  for (const name of ['postgres', 'pg_ctl', 'initdb']) cpSync(join(kPrograms, name), join(programs, name));
  mirror(join(kPrograms, '../lib'), join(programs, '../lib'));
  mirror(join(kShared, 'extension'), join(folder, kShared, 'extension'));
  mirror(kShared, join(folder, kShared));
  return programs;
}

// With the address sanitizer, glibc hangs when the server asks for translated messages, so they stay English.
const kUntranslated = `char *bindtextdomain(const char *a, const char *b) { return (char *)b; }
char *textdomain(const char *a) { return (char *)a; }
char *bind_textdomain_codeset(const char *a, const char *b) { return (char *)b; }
char *gettext(const char *a) { return (char *)a; }
char *dgettext(const char *d, const char *a) { return (char *)a; }
char *ngettext(const char *a, const char *b, unsigned long n) { return (char *)(n == 1 ? a : b); }
char *dngettext(const char *d, const char *a, const char *b, unsigned long n) { return (char *)(n == 1 ? a : b); }
`;

/** @param {string} folder */
function environment(folder) {
  if (!sanitized) return {};
  const untranslated = join(folder, 'untranslated.so');
  const made = spawnSync('cc', ['-w', '-fno-builtin', '-shared', '-fPIC', '-x', 'c', '-', '-o', untranslated], {
    input: kUntranslated,
    encoding: 'utf8',
  });
  assert.equal(made.status, 0, made.stderr);
  return { LD_PRELOAD: `${asan} ${untranslated}`, ASAN_OPTIONS: 'detect_leaks=0' };
}

/** @param {import('../live/programs.mjs').Test} t @param {{extension?: boolean, options?: string}} wanted */
export function startServer(t, wanted = {}) {
  const folder = folderOf(t);
  const data = join(folder, 'data');
  mkdirSync(data);
  const programs = wanted.extension ? withExtension(folder) : kPrograms;
  if (isRoot) {
    const id = (/** @type {string} */ flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
    for (const path of [folder, data]) chownSync(path, id('-u'), id('-g'));
  }
  ran(join(programs, 'initdb'), [
    '-D',
    data,
    '-A',
    'trust',
    '-U',
    'tester',
    '--no-sync',
    '-E',
    'UTF8',
    '--locale',
    'C.UTF-8',
  ]);
  const options = `-c listen_addresses= -c unix_socket_directories=${folder} -c fsync=off ${wanted.options ?? ''}`;
  // The server would keep its parent's pipe open, so it writes its log to a file.
  ran(join(programs, 'pg_ctl'), ['-D', data, '-l', join(folder, 'log'), '-o', options, '-w', 'start'], {
    env: wanted.extension ? environment(folder) : {},
  });
  atEnd(t, () => ran(join(programs, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop']));
  const words = (/** @type {string} */ database) => ['-h', folder, '-U', 'tester', '-d', database, '-qAtX'];
  const psql = (/** @type {string} */ sql, database = 'postgres') =>
    ran(join(kPrograms, 'psql'), [...words(database), '-v', 'ON_ERROR_STOP=1'], { input: sql });
  return Object.assign(psql, {
    /** Continues after errors and returns their lines. */
    refused(/** @type {string} */ sql, database = 'postgres') {
      const [first, ...rest] = asUser(join(kPrograms, 'psql'), [...words(database), '-v', 'VERBOSITY=verbose']);
      const { stdout, stderr } = spawnSync(first, rest, { input: sql, encoding: 'utf8', cwd: '/', maxBuffer: 1 << 30 });
      return { out: stdout, errors: stderr.split('\n').filter((line) => line.startsWith('ERROR:')), all: stderr };
    },
    /**
     * Starts the statements without waiting; the promise tells how they end.
     * @returns {Promise<{code: ?number, errors: string}>}
     */
    started(/** @type {string} */ sql) {
      const [first, ...rest] = asUser(join(kPrograms, 'psql'), [...words('postgres'), '-v', 'ON_ERROR_STOP=1']);
      const child = spawn(first, rest, { cwd: '/', stdio: ['pipe', 'ignore', 'pipe'] });
      let errors = '';
      child.stderr.on('data', (text) => {
        errors += text;
      });
      child.stdin.on('error', () => {}); // psql may end before it has read everything
      child.stdin.end(sql);
      return new Promise((done) => {
        child.on('close', (code) => done({ code, errors }));
      });
    },
    /** The options with which psql finds the server. */
    words: words('postgres'),
    /** A place where the server may write. */
    file: (/** @type {string} */ name) => join(folder, name),
  });
}
