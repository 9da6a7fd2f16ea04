import { cleanTags } from '@sightline/domain/tags.ts'
import { freeSlug, slugOf } from '../dashboards/slug.ts'
import type { Thing } from './file.ts'
import * as store from './import.store.ts'
import { type Importing, ownerOf } from './import-state.ts'

/** Dashboards are the same when they have the same name and address. They come unshared. */
export async function importDashboards(run: Importing, dashboards: Thing<'dashboards'>[]): Promise<void> {
  for (const board of dashboards) {
    if (await store.hasDashboard(run.db, board.slug, board.name)) {
      run.kept.dashboards++
      continue
    }
    const slug = slugOf(board.slug)
    const id = await store.insertDashboard(run.db, {
      slug: freeSlug(slug, await store.slugsLike(run.db, slug)),
      name: board.name,
      user_id: ownerOf(run, board),
      tags: cleanTags(board.tags ?? []),
      options: board.options ?? {},
      layout: board.layout ?? [],
      dashboard_filters_enabled: board.dashboard_filters_enabled ?? false,
      is_draft: board.is_draft ?? true,
      is_archived: board.is_archived ?? false,
    })
    await importWidgets(run, board, id)
    run.made.dashboards++
  }
}

async function importWidgets(run: Importing, board: Thing<'dashboards'>, dashboard_id: number): Promise<void> {
  let missing = 0
  const rows = (board.widgets ?? []).flatMap((widget) => {
    const sentId = widget.visualization_id ?? widget.visualization?.id ?? null
    const visualization_id = sentId === null ? null : (run.visualizations.get(sentId) ?? null)
    const isEmpty = visualization_id === null && (widget.text ?? '').trim() === ''
    if (isEmpty || (sentId !== null && visualization_id === null)) {
      missing++
      return []
    }
    return [
      { dashboard_id, visualization_id, text: widget.text ?? '', width: widget.width ?? 1, options: widget.options ?? {} },
    ]
  })
  await store.insertWidgets(run.db, rows)
  if (missing > 0) {
    const widgets = missing === 1 ? '1 widget, whose query is' : `${missing} widgets, whose queries are`
    run.notes.push(`Dashboard "${board.name}" comes without ${widgets} not in the file.`)
  }
}

/** Alerts are the same when they have the same name and watch the same query. They come without subscriptions, and know nothing yet. */
export async function importAlerts(run: Importing, alerts: Thing<'alerts'>[]): Promise<void> {
  for (const alert of alerts) {
    const query_id = run.queries.get(alert.query_id ?? alert.query?.id ?? 0)
    if (query_id === undefined) {
      run.notes.push(`Alert "${alert.name}" is left out: its query is not in the file.`)
    } else if (await store.hasAlert(run.db, query_id, alert.name)) {
      run.kept.alerts++
    } else {
      const { name, options, rearm } = alert
      await store.insertAlert(run.db, { name, query_id, options, rearm: rearm || null, user_id: ownerOf(run, alert) })
      run.made.alerts++
    }
  }
}

/** Snippets are the same when they have the same trigger. */
export async function importSnippets(run: Importing, snippets: Thing<'query_snippets'>[]): Promise<void> {
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
