import { freeSlug, slugOf } from '@sightline/domain/dashboards/slug.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { cleanTags } from '@sightline/domain/tags.ts'
import type { TransferItem } from './file.ts'
import * as store from './import.store.ts'
import { importComments } from './import-comments.ts'
import { type ImportRun, ownerOf } from './import-state.ts'

/** Dashboards match by name and slug. New ones are not shared. */
export async function importDashboards(run: ImportRun, dashboards: TransferItem<'dashboards'>[]): Promise<void> {
  for (const dashboard of dashboards) {
    const same = await store.dashboardNamed(run.db, dashboard.slug, dashboard.name)
    if (same !== null) run.kept.dashboards++
    else run.made.dashboards++
    const id = same ?? (await importDashboard(run, dashboard))
    if (typeof dashboard.id === 'number') run.dashboards.set(dashboard.id, id)
  }
}

async function importDashboard(run: ImportRun, dashboard: TransferItem<'dashboards'>): Promise<number> {
  const slug = slugOf(dashboard.slug)
  const id = await store.insertDashboard(run.db, {
    slug: freeSlug(slug, await store.slugsLike(run.db, slug)),
    name: dashboard.name,
    user_id: ownerOf(run, dashboard),
    tags: cleanTags(dashboard.tags ?? []),
    options: dashboard.options ?? {},
    layout: dashboard.layout ?? [],
    dashboard_filters_enabled: dashboard.dashboard_filters_enabled ?? false,
    is_draft: dashboard.is_draft ?? true,
    is_archived: dashboard.is_archived ?? false,
  })
  await importWidgets(run, dashboard, id)
  return id
}

type Threads = Parameters<typeof importComments>[2]

async function importWidgets(run: ImportRun, dashboard: TransferItem<'dashboards'>, dashboard_id: number): Promise<void> {
  let missing = 0
  const threads: Threads[] = []
  const rows = (dashboard.widgets ?? []).flatMap((widget) => {
    const sentId = widget.visualization_id ?? widget.visualization?.id ?? null
    const visualization_id = sentId === null ? null : (run.visualizations.get(sentId) ?? null)
    const isEmpty = visualization_id === null && (widget.text ?? '').trim() === ''
    if (isEmpty || (sentId !== null && visualization_id === null)) {
      missing++
      return []
    }
    threads.push(widget.comment_threads ?? [])
    return [
      { dashboard_id, visualization_id, text: widget.text ?? '', width: widget.width ?? 1, options: widget.options ?? {} },
    ]
  })
  let missingComments = 0
  for (const [at, id] of (await store.insertWidgets(run.db, rows)).entries())
    missingComments += await importComments(run, id, threads[at] ?? [])
  if (missingComments > 0) {
    run.notes.push(
      i18n._(
        '{count, plural, one {Dashboard "{name}" was imported without # comment, whose author is not here.} other {Dashboard "{name}" was imported without # comments, whose authors are not here.}}',
        { count: missingComments, name: dashboard.name },
      ),
    )
  }
  if (missing > 0) {
    run.notes.push(
      i18n._(
        '{count, plural, one {Dashboard "{name}" was imported without # widget, whose query is not in the file.} other {Dashboard "{name}" was imported without # widgets, whose queries are not in the file.}}',
        { count: missing, name: dashboard.name },
      ),
    )
  }
}
