import { describe, expect, it } from 'vitest'
import { type HelpTopic, helpTopics, isHelpTopic } from '../../app/help/help-topics.ts'
import { loadPage, sectionOf, topicInLink, withHelpLinks, withImages } from './pages.ts'

const GUIDE = `# Sources

Before all.

## One

First.

### Deeper

Still first.

## Two

Second.`

describe('a section of the guide', () => {
  it('becomes a page of its own', () => {
    expect(sectionOf(GUIDE, 'One')).toBe('# One\n\nFirst.\n\n### Deeper\n\nStill first.')
    expect(sectionOf(GUIDE, 'Two')).toBe('# Two\n\nSecond.')
    expect(sectionOf(GUIDE, 'Three')).toBeNull()
  })
})

describe('links of the guide', () => {
  it('lead to help topics if there is one, else become plain text', () => {
    const linked = withHelpLinks('See [sharing](sharing.md#x), [all](../all.md) and [it](https://example.com/a.md).', (file) =>
      file === 'sharing' ? 'share-dashboard' : null,
    )
    expect(linked).toBe('See [sharing](help/share-dashboard), all and [it](https://example.com/a.md).')
    expect(topicInLink('help/share-dashboard')).toBe('share-dashboard')
    expect(topicInLink('https://example.com/help/home')).toBeNull()
  })
})

describe('images of the guide', () => {
  it('get the URL of their file, and are left out if there is none (HELP-09)', () => {
    const shown = withImages('![A chart](../images/chart.png) and ![gone](../images/gone.png).', (file) =>
      file === 'chart.png' ? '/assets/chart-1.png' : null,
    )
    expect(shown).toBe('![A chart](/assets/chart-1.png) and .')
  })

  it('are all there (HELP-09)', async () => {
    const pages = await Promise.all(Object.keys(helpTopics).filter(isHelpTopic).map(loadPage))
    const sources = pages.flatMap((page) => [...page.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, source]) => source))
    expect(sources).toHaveLength(12)
    expect(sources.filter((source) => !source?.endsWith('.png') || source.startsWith('../'))).toEqual([])
  })
})

describe('the pages of the help', () => {
  const topics = Object.keys(helpTopics).filter(isHelpTopic)

  it.each(topics)('are bundled with the product: %s (HELP-04, HELP-05, OPEN-115)', async (topic: HelpTopic) => {
    const page = await loadPage(topic)
    expect(page).toMatch(/^# \S/)
    expect(page.length).toBeGreaterThan(200)
    const links = [...page.matchAll(/\]\((help\/[^)]+)\)/g)].map(([, href]) => topicInLink(href ?? '') ?? String(href))
    expect(links.filter((link) => !isHelpTopic(link))).toEqual([])
    expect(page).not.toMatch(/\]\([^)]*\.md/)
  })

  it('are all reachable from the first one', async () => {
    const home = await loadPage('home')
    const missing = topics.filter((topic) => topic !== 'home' && !home.includes(`(help/${topic})`))
    expect(missing).toEqual([])
  })
})
