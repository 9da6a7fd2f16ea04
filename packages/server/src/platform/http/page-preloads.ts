import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const Preloads = z.array(
  z.object({
    /** A regular expression for the path of an address. */
    path: z.string(),
    /** Scripts and styles, relative to the base of the site. */
    files: z.array(z.string()),
    /** Calls, relative to the base of the site; `$1` stands for the first group of the expression. */
    calls: z.array(z.string()),
  }),
)

/** What the browser is to fetch along with the first script, as elements of the page's head; '' for nothing. */
export interface PagePreloads {
  /** To stand before all else: the server has to think about them, and browsers fetch even files that they have in their order. */
  calls: string
  files: string
}

export const NO_PRELOADS: PagePreloads = { calls: '', files: '' }

/**
 * Reads what the build of the web app has noted of its pages.
 * @param dist folder of the built web app
 * @returns names what there is to be fetched for the path of an address
 */
export function pagePreloads(dist: string): (path: string) => PagePreloads {
  const file = join(dist, 'page-preloads.json')
  if (!existsSync(file)) return () => NO_PRELOADS
  const pages = Preloads.parse(JSON.parse(readFileSync(file, 'utf8'))).map(({ path, files, calls }) => ({
    pattern: new RegExp(path),
    files: files.map(linkTo).join(''),
    calls,
  }))
  return (path) => {
    for (const { pattern, files, calls } of pages) {
      const groups = pattern.exec(path)
      if (groups) return { files, calls: calls.map((call) => preloadOf(call, groups)).join('') }
    }
    return NO_PRELOADS
  }
}

const linkTo = (file: string) =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="./${file}">`
    : `<link rel="modulepreload" crossorigin href="./${file}">`

/** The group comes from an address, in which anything may stand. */
function preloadOf(call: string, groups: RegExpExecArray): string {
  const address = call.replace(/\$(\d)/g, (_, index) => encoded(groups[Number(index)] ?? ''))
  return `<link rel="preload" as="fetch" crossorigin href="./${address}">`
}

/** As the page itself writes it into the address of its call: no sign is left that means something inside of double quotes. */
function encoded(part: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(part))
  } catch {
    return encodeURIComponent(part)
  }
}
