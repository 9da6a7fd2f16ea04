import type { Context } from '../../platform/context.ts'
import type { FirstTexts } from '../../platform/http/first-texts.ts'
import { get } from './service.ts'

/**
 * The texts of a query that its page begins with.
 * @param isSource whether the page shows its text
 * @throws AppError as `get`
 */
export async function queryFirstTexts(ctx: Context, id: number, isSource: boolean): Promise<FirstTexts> {
  const { name, query } = await get(ctx, id)
  return { kind: 'query', name, code: isSource ? query : null, cards: [] }
}
