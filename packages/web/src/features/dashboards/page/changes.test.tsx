import type { ShownWidget } from '@sightline/contract/widgets.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useWidgetChanges, type WidgetActions } from './changes.ts'

const widget: ShownWidget = {
  id: 4,
  dashboard_id: 1,
  text: '',
  visualization_id: 9,
  options: { isHidden: false, position: { col: 0, row: 0, sizeX: 3, sizeY: 8 }, parameterMappings: {} },
  width: 1,
  created_at: '2024-05-01T10:00:00Z',
  updated_at: '2024-05-01T10:00:00Z',
}
/** Fields that a widget has only while a page is open. */
const runtime = { query: { id: 7 }, loading: true, refreshStartedAt: 1 }

let sent: unknown[]
beforeEach(() => {
  sent = []
  vi.stubGlobal('document', { baseURI: 'http://localhost/', cookie: '' })
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)))
    return new Response(JSON.stringify(widget))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** Renders the hook and returns its actions. */
function actionsOf(): WidgetActions {
  const seen: WidgetActions[] = []
  const Page = () => {
    seen.push(useWidgetChanges(1, 'sales'))
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  )
  const [actions] = seen
  if (!actions) throw new Error('The page was not rendered.')
  return actions
}

it('sends text and options of a saved widget, and nothing that exists only while the page is open (WIDGET-03)', async () => {
  const options = { ...widget.options, isHidden: true }
  expect(await actionsOf().save({ ...widget, ...runtime }, { options })).toBe(true)
  expect(sent).toEqual([{ text: '', options }])
})
