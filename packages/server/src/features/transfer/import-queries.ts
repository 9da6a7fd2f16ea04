import type { QueryOptions, Schedule, ScheduleInput } from '@sightline/contract/queries.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { storableOptions } from '@sightline/domain/parameters/definition.ts'
import { newSchedule } from '@sightline/domain/schedule/normalise.ts'
import { cleanTags } from '@sightline/domain/tags.ts'
import { visualizationTypeName } from '@sightline/domain/visualization-names.ts'
import { newKey } from '../../platform/crypto/keys.ts'
import { runners } from '../../runners/registry.ts'
import { hashOf, standardText } from '../queries/service.ts'
import type { TransferItem } from './file.ts'
import * as store from './import.store.ts'
import { type ImportRun, ownerOf } from './import-state.ts'

/** A query stored by this import. */
interface ImportedQuery {
  id: number
  options: QueryOptions
}

const plainTable = () => ({ type: 'TABLE', name: visualizationTypeName('TABLE'), description: '', options: {} })

/** Queries match by name, SQL and data source. */
export async function importQueries(run: ImportRun, queries: TransferItem<'queries'>[]): Promise<void> {
  const made: ImportedQuery[] = []
  let orphans = 0
  for (const query of queries) {
    const source = typeof query.data_source_id === 'number' ? run.sources.get(query.data_source_id) : undefined
    if (typeof query.data_source_id === 'number' && source === undefined) orphans++
    const same = await sameQuery(run, query, source?.id ?? null)
    if (same !== null) {
      run.kept.queries++
      run.queries.set(query.id, same)
      await matchVisualizations(run, query, same)
    } else {
      const stored = await importQuery(run, query, source ?? null)
      run.queries.set(query.id, stored.id)
      run.made.queries++
      made.push(stored)
    }
  }
  if (orphans > 0) {
    run.notes.push(
      `${orphans === 1 ? '1 query has' : `${orphans} queries have`} no data source here: choose one on the page of the query.`,
    )
  }
  await relinkDropdowns(run, made)
}

async function sameQuery(
  run: ImportRun,
  { name, query }: TransferItem<'queries'>,
  sourceId: number | null,
): Promise<number | null> {
  const named = await store.queriesNamed(run.db, name)
  return named.find((each) => each.query === query && each.data_source_id === sourceId)?.id ?? null
}

/** Maps the visualizations of an existing query, so that imported dashboards find them. */
async function matchVisualizations(run: ImportRun, query: TransferItem<'queries'>, id: number): Promise<void> {
  const here = await store.visualizationsOf(run.db, id)
  for (const sent of query.visualizations ?? []) {
    const at = here.findIndex(({ type, name }) => type === sent.type && name === sent.name)
    const [same] = at < 0 ? [] : here.splice(at, 1)
    if (same) run.visualizations.set(sent.id, same.id)
  }
}

async function importQuery(
  run: ImportRun,
  query: TransferItem<'queries'>,
  source: { id: number; type: string } | null,
): Promise<ImportedQuery> {
  const options = storableOptions(query.options ?? {})
  const text = await standardText({ query: query.query, options }, source === null ? null : (runners.get(source.type) ?? null))
  const user_id = ownerOf(run, query)
  const isArchived = query.is_archived === true
  const id = await store.insertQuery(run.db, {
    name: query.name,
    description: query.description ?? null,
    query: query.query,
    query_hash: hashOf(text),
    data_source_id: source?.id ?? null,
    options,
    schedule: isArchived ? null : scheduleIn(run, query.schedule ?? null, query.name),
    tags: cleanTags(query.tags ?? []),
    is_draft: query.is_draft ?? true,
    is_archived: isArchived,
    user_id,
    last_modified_by_id: user_id,
    api_key: newKey(),
  })
  for (const { id: sentId, ...visualization } of query.visualizations ?? [{ id: null, ...plainTable() }]) {
    const made = await store.insertVisualization(run.db, { ...visualization, query_id: id })
    if (sentId !== null) run.visualizations.set(sentId, made)
  }
  return { id, options }
}

function scheduleIn(run: ImportRun, sent: ScheduleInput, name: string): Schedule | null {
  try {
    return newSchedule(sent, run.services.now())
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    run.notes.push(i18n._('Query "{name}" was imported without its schedule: {reason}', { name, reason: error.message }))
    return null
  }
}

/** Replaces the query ids of dropdown parameters by those of the imported queries, or by null. */
async function relinkDropdowns(run: ImportRun, made: ImportedQuery[]): Promise<void> {
  for (const { id, options } of made) {
    if (options.parameters?.some(({ queryId }) => typeof queryId === 'number')) {
      await store.setOptions(run.db, id, withImportedIds(run, options))
    }
  }
}

const withImportedIds = (run: ImportRun, options: QueryOptions): QueryOptions => ({
  ...options,
  parameters: options.parameters?.map((parameter) =>
    typeof parameter.queryId === 'number' ? { ...parameter, queryId: run.queries.get(parameter.queryId) ?? null } : parameter,
  ),
})

/** Snippets match by trigger. */
export async function importSnippets(run: ImportRun, snippets: TransferItem<'query_snippets'>[]): Promise<void> {
  for (const snippet of snippets) {
    if (await store.hasSnippet(run.db, snippet.trigger)) {
      run.kept.query_snippets++
    } else {
      const { trigger, description, snippet: text } = snippet
      await store.insertSnippet(run.db, {
        trigger,
        description: description ?? '',
        snippet: text,
        user_id: ownerOf(run, snippet),
      })
      run.made.query_snippets++
    }
  }
}
