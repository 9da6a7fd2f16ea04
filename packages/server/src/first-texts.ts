import { dashboardFirstTexts, publicFirstTexts } from './features/dashboards/first-texts.ts'
import { queryFirstTexts } from './features/queries/first-texts.ts'
import type { Context } from './platform/context.ts'
import { AppError } from './platform/http/errors.ts'
import type { FirstTexts } from './platform/http/first-texts.ts'

/** The pages with texts that need no script, by the paths of their URLs. */
const pages: readonly { path: RegExp; textsOf(ctx: Context, first: string, second?: string): Promise<FirstTexts> }[] = [
  {
    path: /^\/queries\/([1-9]\d{0,8})(\/source)?$/,
    textsOf: (ctx, id, source) => queryFirstTexts(ctx, Number(id), source !== undefined),
  },
  { path: /^\/dashboard\/([^/]+)$/, textsOf: dashboardFirstTexts },
  { path: /^\/public\/dashboards\/([^/]+)$/, textsOf: publicFirstTexts },
]

/**
 * The texts that a page begins with, as far as the caller may see them.
 * @param path of its URL, encoded
 * @returns null for other pages, and for what does not exist or is not for the caller: the web app then says why
 */
export async function firstTexts(ctx: Context, path: string): Promise<FirstTexts | null> {
  for (const { path: pattern, textsOf } of pages) {
    const [, first, second] = pattern.exec(path) ?? []
    if (first === undefined) continue
    try {
      return await textsOf(ctx, decodeURIComponent(first), second)
    } catch (error) {
      if (error instanceof AppError || error instanceof URIError) return null
      throw error
    }
  }
  return null
}
