import type { OtherResult } from '@sightline/contract/pictures.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import type { Context } from '../../platform/context.ts'
import { latestRows } from '../executions/service.ts'

/** The latest rows of a query for annotations. Visitors of a public dashboard do not see them on its page either. */
export const readOther = async (ctx: Context, queryId: number): Promise<OtherResult> =>
  ctx.viewer.kind === 'user' ? latestRows(ctx, queryId) : { kind: 'none', reason: i18n._('visitors do not see it') }
