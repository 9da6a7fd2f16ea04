import { cleanTags } from '@sightline/domain/tags.ts'
import { freeSlug, slugOf } from '../dashboards/slug.ts'
import type { TransferItem } from './file.ts'
import * as store from './import.store.ts'
import { type ImportRun, ownerOf } from './import-state.ts'

/** Dashboards match by name and slug. New ones are not shared. */
export async function importDashboards(run: ImportRun, dashboards: TransferItem<'dashboards'>[]): Promise<void> {
  for (const board of dashboards) {
    const same = await store.dashboardNamed(run.db, board.slug, board.name)
    if (same !== null) run.kept.dashboards++
    else run.made.dashboards++
    const id = same ?? (await importDashboard(run, board))
    if (typeof board.id === 'number') run.dashboards.set(board.id, id)
  }
}

async function importDashboard(run: ImportRun, board: TransferItem<'dashboards'>): Promise<number> {
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
  return id
}

async function importWidgets(run: ImportRun, board: TransferItem<'dashboards'>, dashboard_id: number): Promise<void> {
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
