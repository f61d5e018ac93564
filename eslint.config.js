// What ESLint checks in every script: mistakes, and what prettier cannot lay out.
import js from '@eslint/js';
import globals from 'globals';

// prettier folds code, and leaves texts as they are. A text of the page is a key of its translations, so it stays
// whole: a line may hold one, and nothing else that is long. So may an address, and the sentence that names a test.
const kWhole = [
  /^\s*(?:[\w.]+: |\w+ \+?= |return )?(?:t\()?(?:'(?:\\'|[^'])*'|"(?:\\"|[^"])*")\)?[,;]?$/,
  /https?:\/\//,
  /^test(?:\.\w+)?\(/,
];

export default [
  { ignores: ['build*/', 'dist*/', 'node_modules/', 'test-results/'] },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2023, sourceType: 'module', globals: { ...globals.browser, ...globals.node } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'array-callback-return': 'error',
      'max-len': ['error', { code: 120, ignorePattern: kWhole.map(({ source }) => source).join('|') }],
      'max-lines-per-function': ['error', { max: 70 }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-constructor-return': 'error',
      'no-else-return': 'error',
      'no-eval': 'error',
      'no-implicit-globals': 'error',
      'no-implied-eval': 'error',
      'no-new-wrappers': 'error',
      'no-self-compare': 'error',
      'no-shadow': 'error',
      'no-throw-literal': 'error',
      'no-unmodified-loop-condition': 'error',
      'no-unreachable-loop': 'error',
      'no-unused-expressions': ['error', { allowTernary: true }],
      'no-unused-vars': [
        'error',
        {
          argsIgnorePattern: '^_',
          varsIgnorePattern: '^_',
          destructuredArrayIgnorePattern: '^_',
          caughtErrors: 'none',
        },
      ],
      'no-unused-private-class-members': 'error',
      'no-use-before-define': ['error', { functions: false, classes: false, variables: false }],
      'no-useless-concat': 'error',
      'no-useless-rename': 'error',
      'no-var': 'error',
      'object-shorthand': 'error',
      'prefer-const': 'error',
      'prefer-promise-reject-errors': 'error',
      'prefer-template': 'error',
    },
  },
  // A test of a page may tell a long story in one piece.
  { files: ['tests/**'], rules: { 'max-lines-per-function': 'off' } },
  { files: ['web/lessons/service_worker.js'], languageOptions: { globals: globals.serviceworker } },
  // A Playwright fixture that needs no other fixtures has an empty pattern.
  { files: ['tests/**'], rules: { 'no-empty-pattern': 'off' } },
  {
    files: ['tests/web/**/*.spec.js'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '@playwright/test',
              importNames: ['test', 'expect'],
              message: 'Take it from fixture.mjs, which fails on uncaught errors.',
            },
          ],
        },
      ],
    },
  },
];
