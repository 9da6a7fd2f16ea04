import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const Preloads = z.array(
  z.object({
    /** A regular expression for the path of a URL. */
    path: z.string(),
    /** Scripts and styles, relative to the base of the site. */
    files: z.array(z.string()),
    /** Further ones for what is seen last, such as charts. */
    lastFiles: z.array(z.string()),
    /** API calls, relative to the base of the site; `$1` stands for the first group of the expression. */
    calls: z.array(z.string()),
    /** Further calls, which are less urgent than the files. */
    data: z.array(z.string()),
  }),
)

/** The `<link>` elements that make the browser fetch these along with the first script; '' for none. */
export interface PagePreloads {
  /** First in the page: the server needs time to answer them, and browsers fetch in the order of the page. */
  calls: string
  files: string
  /** Calls that come after the files. */
  data: string
}

export const NO_PRELOADS: PagePreloads = { calls: '', files: '', data: '' }

/** Reads the preload list that the build of the web app has written.
 * @param dist folder of the built web app
 * @returns a function from the path of a URL to the preloads of its page
 */
export function pagePreloads(dist: string): (path: string) => PagePreloads {
  const file = join(dist, 'page-preloads.json')
  if (!existsSync(file)) return () => NO_PRELOADS
  const pages = Preloads.parse(JSON.parse(readFileSync(file, 'utf8'))).map(({ path, files, lastFiles, calls, data }) => ({
    pattern: new RegExp(path),
    files: [
      ...files.map((file) => linkTo(file, AFTER_PAINT_ON_PHONES)),
      ...lastFiles.map((file) => linkTo(file, NOT_ON_PHONES)),
    ].join(''),
    calls,
    data,
  }))
  return (path) => {
    for (const { pattern, files, ...page } of pages) {
      const groups = pattern.exec(path)
      if (groups === null) continue
      const linksTo = (urls: readonly string[]) => urls.map((url) => preloadOf(url, groups)).join('')
      return { calls: linksTo(page.calls), files, data: linksTo(page.data) }
    }
    return NO_PRELOADS
  }
}

/** The web app loads these files on a phone once it has painted the texts of the page (`web/src/ui/phone.ts`). */
const NOT_ON_PHONES = ' media="(min-width: 801px)"'
/** On a phone, `web/public/start.js` has these fetched after the first paint, which would share the network with them. */
const AFTER_PAINT_ON_PHONES = `${NOT_ON_PHONES} data-after-paint`

const linkTo = (file: string, media: string) =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin${media} href="./${file}">`
    : // Behind what the first paint needs: styles, the font and the calls whose answers it shows.
      `<link rel="modulepreload" fetchpriority="low" crossorigin${media} href="./${file}">`

/** The group comes from a URL, which may contain anything. */
function preloadOf(call: string, groups: RegExpExecArray): string {
  const address = call.replace(/\$(\d)/g, (_, index) => encoded(groups[Number(index)] ?? ''))
  return `<link rel="preload" as="fetch" crossorigin href="./${address.replaceAll('&', '&amp;')}">`
}

/** Encoded as the page itself encodes it in the URL of its call; no character that is special within double quotes is left. */
function encoded(part: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(part))
  } catch {
    return encodeURIComponent(part)
  }
}
