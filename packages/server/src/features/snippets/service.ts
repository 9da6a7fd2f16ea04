import type { Snippet, SnippetChanges, SnippetFields } from '@sightline/contract/snippets.ts'
import { authorize, userOf } from '../../platform/authorize.ts'
import type { Context } from '../../platform/context.ts'
import { violatesConstraint } from '../../platform/db/constraint-errors.ts'
import { AppError } from '../../platform/http/errors.ts'
import { wireTime } from '../../platform/wire-time.ts'
import { presentUser } from '../users/present.ts'
import * as store from './store.ts'

/** All snippets, by trigger. They are shared by everyone who writes queries. */
export async function list(ctx: Context): Promise<Snippet[]> {
  return (await store.list(ctx.db)).map((row) => present(ctx, row))
}

export async function get(ctx: Context, id: number): Promise<Snippet> {
  return present(ctx, await mustFind(ctx, id))
}

export async function create(ctx: Context, fields: SnippetFields): Promise<Snippet> {
  const id = await unlessTaken(fields.trigger, () => store.insert(ctx.db, fields, userOf(ctx).id))
  return get(ctx, id)
}

export async function update(ctx: Context, id: number, changes: SnippetChanges): Promise<Snippet> {
  const { snippet } = await mustFind(ctx, id)
  authorize(ctx.viewer, 'snippet.edit', snippet)
  await unlessTaken(changes.trigger ?? snippet.trigger, () => store.change(ctx.db, id, changes))
  return get(ctx, id)
}

export async function remove(ctx: Context, id: number): Promise<null> {
  const { snippet } = await mustFind(ctx, id)
  authorize(ctx.viewer, 'snippet.edit', snippet)
  await store.remove(ctx.db, id)
  return null
}

function present(ctx: Context, { snippet, owner }: store.SnippetRow): Snippet {
  return {
    id: snippet.id,
    trigger: snippet.trigger,
    description: snippet.description,
    snippet: snippet.snippet,
    user: presentUser(owner, ctx.config),
    updated_at: wireTime(snippet.updated_at),
    created_at: wireTime(snippet.created_at),
  }
}

/** @throws AppError `snippet_trigger_taken` */
async function unlessTaken<Value>(trigger: string, write: () => Promise<Value>): Promise<Value> {
  try {
    return await write()
  } catch (error) {
    throw violatesConstraint(error, 'unique') ? new AppError('snippet_trigger_taken', { trigger }, { cause: error }) : error
  }
}

async function mustFind({ db }: Context, id: number): Promise<store.SnippetRow> {
  const row = await store.find(db, id)
  if (!row) throw new AppError('not_found')
  return row
}
