import { expect, it } from 'vitest'
import { createMemoryBus } from './bus.ts'

it('sends events to the listeners of a channel until they unsubscribe', async () => {
  const bus = createMemoryBus((error) => {
    throw error
  })
  const heard: unknown[] = []
  const stop = bus.subscribe('news', (payload) => heard.push(payload))
  bus.subscribe('other', () => heard.push('wrong channel'))
  await bus.publish('news', { at: new Date(0), nothing: undefined })
  stop()
  await bus.publish('news', 'unheard')
  expect(heard).toEqual([{ at: '1970-01-01T00:00:00.000Z' }])
})

it('calls the other listeners when one throws', async () => {
  const errors: unknown[] = []
  const bus = createMemoryBus((error) => errors.push(error))
  const heard: unknown[] = []
  bus.subscribe('news', () => {
    throw new Error('deaf')
  })
  bus.subscribe('news', (payload) => heard.push(payload))
  await bus.publish('news', 1)
  expect(heard).toEqual([1])
  expect(errors).toMatchObject([{ message: 'deaf' }])
})
