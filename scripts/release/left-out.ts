import { globSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Files of installed packages that never run on a server, and the reason. */
export interface LeftOut {
  /** The kind of files, for the person who reads the sizes. */
  what: string
  /** Patterns of files and whole folders below `node_modules`. */
  paths?: readonly string[]
  /** Matches the paths below `node_modules` of further files, wherever they are. */
  files?: RegExp
}

/** The folders of all packages at the top, where a release has all of its packages but a few. */
const PACKAGE = '{*,@*/*}'

/**
 * The files that an installation works without. A folder is named by its package unless it means the same in each: `dist` or `doc`
 * does not, as the package yaml shows, which keeps code in `dist/doc`.
 */
const LEFT_OUT: readonly LeftOut[] = [
  {
    what: 'whole copies of libraries for browsers',
    paths: [
      'echarts/{dist,asset}',
      'zrender/dist',
      'pdfkit/js/pdfkit.{browser,standalone}*',
      'fontkit/dist/browser*',
      '@azure/{msal-browser,msal-common/dist-browser}',
      'yaml/browser',
      'bson/lib/bson.{rn.cjs,bundle.js,mjs}',
      '@mongodb-js/saslprep/dist/code-points-data-browser.js',
      '@zxcvbn-ts/language-common/dist/zxcvbn-ts.js',
      'xml2js/lib/xml2js.bc.js',
    ],
  },
  {
    what: 'tests, benchmarks and examples',
    paths: [`${PACKAGE}/{test,tests,__tests__,bench,benchmark,benchmarks,example,examples}`],
  },
  { what: 'source maps', files: /\.map$/ },
  { what: 'type declarations', paths: ['@types', 'undici-types', 'echarts/types'], files: /\.d\.[cm]?ts$/ },
  { what: 'TypeScript beside its JavaScript', files: /\.ts$/ },
  {
    what: 'documents and files for development',
    paths: [`${PACKAGE}/{.github,.yarn,doc,docs}`],
    files: /\.md$/,
  },
  {
    what: 'files of libraries that only their own builds read',
    paths: ['{@js-joda/core,@zxcvbn-ts/language-common,fontkit}/src', 'cpu-features', 'buildcheck', 'nan'],
  },
  // Reading a font is the only use of this library.
  { what: 'code that compresses fonts', paths: ['brotli/{build,compress.js}'] },
  {
    what: 'CommonJS copies of libraries that our modules import',
    paths: ['nodemailer/dist/cjs', 'sql-formatter/dist/{cjs,*.min.*}'],
    // The library of the metrics, which is CommonJS, loads the API of OpenTelemetry.
    files:
      /^((zod|drizzle-orm|@electric-sql\/pglite|fontkit|@opentelemetry\/(?!api\/)[^/]+)\/.*\.cjs|apache-arrow\/(?!node_modules\/).*\.js)$/,
  },
  {
    what: 'copies of libraries as modules, where Node.js loads their CommonJS',
    paths: [
      '{@aws-sdk,@smithy}/*/dist-es',
      'dayjs/esm',
      '@js-joda/core/dist/js-joda.{cjs,esm,min}.js',
      'pdfkit/js/pdfkit.old.js',
    ],
    files: /^@zxcvbn-ts\/.*\.mjs$/,
  },
  {
    // The driver of SQL Server loads the CommonJS of Azure's libraries, and so do we; the libraries of ASN.1 name their CommonJS in `main`.
    what: 'copies of libraries that only modules of other kinds or environments import',
    paths: [
      '{@azure,@typespec}/*/dist/{browser,esm,react-native,workerd}',
      '@simplewebauthn/server/script',
      '{@peculiar,@simplewebauthn/server/node_modules/@peculiar}/*/build/{es2015,x509.js,x509.es.js}',
    ],
  },
  {
    what: 'weights of the fonts that no document uses',
    paths: ['@expo-google-fonts/{inter,noto-sans-arabic}/{[123]*,[5789]*,600SemiBold_Italic}'],
    files: /^@expo-google-fonts\/.*\.png$/,
  },
  // The driver speaks the protocol of the database itself; its binaries serve the mode with Oracle's own client.
  { what: 'binaries for Oracle Client', paths: ['oracledb/build'] },
  // The metadata database uses no extension.
  { what: 'extensions of the embedded database', paths: ['@electric-sql/pglite/dist/*.tar.gz'] },
]

/** Texts of licenses stay, whatever their ending. */
const LICENSE = /(licen[cs]e|notice|copying|authors)[^/]*$/i

/** The size of what was left out for one reason. */
export interface Removed {
  what: string
  bytes: number
}

/**
 * Removes what an installation works without.
 * @param modules its folder `node_modules`
 */
export function removeLeftOut(modules: string): Removed[] {
  const removed = LEFT_OUT.map(({ what, paths = [] }) => ({ what, bytes: removePaths(modules, paths) }))
  for (const path of filesBelow(modules)) {
    const name = relative(modules, path)
    const reason = LICENSE.test(name) ? -1 : LEFT_OUT.findIndex(({ files }) => files?.test(name))
    const entry = removed[reason]
    if (entry === undefined) continue
    entry.bytes += statSync(path).size
    rmSync(path)
  }
  return removed
}

/** @returns the bytes that were removed */
function removePaths(modules: string, patterns: readonly string[]): number {
  const found = globSync([...patterns], { cwd: modules }).map((path) => join(modules, path))
  const bytes = found.reduce((sum, path) => sum + sizeOf(path), 0)
  for (const path of found) rmSync(path, { recursive: true })
  return bytes
}

/** The bytes in a file, or in all files below a folder. */
export function sizeOf(path: string): number {
  const about = statSync(path)
  if (!about.isDirectory()) return about.size
  return filesBelow(path).reduce((sum, file) => sum + statSync(file).size, 0)
}

function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}
