import { existsSync, readFileSync } from 'node:fs'
import { siteName } from '@sightline/domain/site-name.ts'
import { escaped } from '../documents/html/escape.ts'

/** URL path of the description of the web app for browsers that install it. */
export const MANIFEST_PATH = '/app.webmanifest'

/** Reads the manifest. @returns it with the name of an organization; null if the web app is not built */
export function namedManifest(file: string): ((organization: string) => string) | null {
  if (!existsSync(file)) return null
  const manifest: object = JSON.parse(readFileSync(file, 'utf8'))
  return (organization) => {
    const name = siteName(organization)
    return JSON.stringify({ ...manifest, name, short_name: name })
  }
}

/** A page whose title is the name of an organization, until the web app gives it a title. */
export const withTitle = (page: string, organization: string): string =>
  page.replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(siteName(organization))}</title>`)
