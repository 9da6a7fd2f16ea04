import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { type Subscriber, SubscriptionList } from './SubscriptionList.tsx'

const subscriber: Subscriber = {
  id: 1,
  user: { id: 1, name: 'Ada', profile_image_url: '' },
  destination: null,
  schedule: { interval: 86_400, time: '08:00', day_of_week: null, until: null },
  attach_pdf: false,
  next_at: '2026-11-23T08:00:00Z',
  is_being_sent: false,
  last_sent_at: null,
  last_error: null,
}

const markupOf = (fields: Partial<Subscriber>) =>
  renderToStaticMarkup(
    <MantineProvider withCssVariables={false}>
      <SubscriptionList
        subscribers={[{ ...subscriber, ...fields }]}
        editedId={null}
        pattern="YYYY-MM-DD HH:mm"
        onEdit={() => {}}
        onSend={() => Promise.resolve()}
        onEnd={() => Promise.resolve()}
      />
    </MantineProvider>,
  )

afterEach(() => vi.useRealTimers())

it('the list says that a report is being sent, whatever the time of the browser is, and then when it was and will be sent (OPEN-515, OPEN-552)', () => {
  vi.useFakeTimers({ now: new Date('2026-11-22T19:16:05Z') })
  const due = markupOf({ is_being_sent: true })
  expect(due).toContain('Being sent…')
  expect(due).not.toContain('Next:')
  const sent = markupOf({ last_sent_at: '2026-11-22T19:16:04Z' })
  expect(sent).toContain('Next: Tomorrow, 2026-11-23')
  expect(sent).toContain('Last: Today, 2026-11-22')
  expect(sent).not.toContain('Being sent…')
})
