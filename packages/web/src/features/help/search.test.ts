import { expect, it } from 'vitest'
import { foundTopics } from './HelpFrame.tsx'

it('the search of the help finds pages with all words, those with the words in the title first (SHELL-44)', () => {
  const pages = [
    { topic: 'queries', text: 'Alerts watch a query.' },
    { topic: 'alerts', text: 'Rearm after an hour.' },
    { topic: 'redis', text: 'A key-value store.' },
  ] as const
  expect(foundTopics(pages, ' ALERTS ')).toEqual(['alerts', 'queries'])
  expect(foundTopics(pages, 'alerts rearm')).toEqual(['alerts'])
  expect(foundTopics(pages, 'nothing')).toEqual([])
})
