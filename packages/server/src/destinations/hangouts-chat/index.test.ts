import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type DestinationService, notificationIn, startDestinationService } from '../../testing/destination-service.ts'

let service: DestinationService
beforeAll(async () => {
  service = await startDestinationService()
})
afterAll(() => service.close())
beforeEach(() => {
  service.calls.length = 0
})
const sent = () => service.calls.map(({ body }) => JSON.parse(body))

const url = 'https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t'
const openQuery = { textButton: { text: 'OPEN QUERY', onClick: { openLink: { url: 'https://sight.example.com/queries/5' } } } }
const cardOf = (title: string, text: string) => ({
  header: { title },
  sections: [{ widgets: [{ textParagraph: { text } }, { buttons: [openQuery] }] }],
})

it('posts a card in the format of Google Chat webhooks (DEST-09)', async () => {
  service.answer = { status: 200, body: '{"name": "spaces/A/messages/1"}' }
  await service.deliver('hangouts_chat', { url })
  await service.deliver('hangouts_chat', { url }, notificationIn('ok'))
  await service.deliver('hangouts_chat', { url }, notificationIn('unknown'))
  expect(service.calls[0]?.meant).toBe(url)
  const unclear = 'Unable to determine status. Check Query and Alert configuration.'
  expect(sent()).toEqual([
    { cards: [cardOf('Too many orders', '<b><font color="#c0392b">Triggered</font></b>')] },
    { cards: [cardOf('Too many orders', '<font color="#27ae60">Went back to normal</font>')] },
    { cards: [cardOf('Too many orders', unclear)] },
  ])
})

it('shows the text of the alert, and an icon', async () => {
  await service.deliver(
    'hangouts_chat',
    { url, icon_url: 'https://example.com/i.png' },
    { subject: 'Look here', body: 'It is 120' },
  )
  const [{ cards }] = sent()
  expect(cards[0].header).toEqual({ title: 'Look here', imageUrl: 'https://example.com/i.png' })
  expect(cards[0].sections[1]).toEqual({ widgets: [{ textParagraph: { text: 'It is 120' } }] })
})
