import { describe, expect, it } from 'vitest'
import { inLanguage } from '../../language/reader.ts'
import type { DocumentCell, ExportDocument } from '../document.ts'
import { blocksOf } from '../markdown.ts'
import { writeHtml } from './write.ts'

const cell = (text: string, link: string | null = null): DocumentCell => ({
  text,
  link,
  number: null,
  look: null,
  darkLook: null,
  sparkline: null,
})
const place = { col: 0, row: 0, columns: 3, rows: 5, autoHeight: false }
const widget = { place, note: '', values: [], time: 'as of 2026-11-27 10:00 UTC', remarks: [] }
const HOSTILE = `</script><script>alert(1)</script><!-- \u2028 "' onload=alert(2) <img src=x onerror=alert(3)>`

const LOOK = { background: null, text: '#9B1C18', bar: { from: 0, to: 0.5, color: '#F8BDB8' } }
const DARK = { background: null, text: '#FFB4AD', bar: { from: 0, to: 0.5, color: '#6B302D' } }

const hostile = (): ExportDocument => ({
  title: HOSTILE,
  organization: HOSTILE,
  logo: { type: `image/png" onerror="alert(4)`, bytes: new Uint8Array([1]) },
  link: 'http://localhost/dashboard/x',
  madeAt: '2026-11-27 10:00 UTC',
  values: [{ name: HOSTILE, text: HOSTILE }],
  notes: [HOSTILE],
  page: 'a4',
  tabs: [
    {
      name: HOSTILE,
      widgets: [
        {
          ...widget,
          title: HOSTILE,
          content: {
            kind: 'table',
            heads: [[{ text: HOSTILE, span: 1, align: 'left', isExact: false }]],
            rows: [
              [cell(HOSTILE)],
              [{ ...cell('filled'), look: LOOK, darkLook: DARK }],
              [{ ...cell('chosen'), look: LOOK }],
              [cell('linked', 'https://example.com/?a="><script>')],
            ],
            subtotals: [{ after: 1, cells: [cell(HOSTILE)] }],
            foot: [cell(HOSTILE)],
            isSortable: false,
            note: HOSTILE,
            more: 120,
          },
        },
        {
          ...widget,
          title: null,
          content: {
            kind: 'text',
            blocks: blocksOf(
              `${HOSTILE}\n\n[a](javascript:alert(1)) [b](java\tscript:alert(1)) [c](data:text/html,x) [d](https://example.com)`,
            ),
          },
        },
        {
          ...widget,
          title: 'Chart',
          content: {
            kind: 'drawing',
            svg: '<svg width="100" height="50" onload="alert(1)"><script>alert(1)</script><text x="1" onclick="alert(1)">&lt;b&gt;</text><a href="javascript:alert(1)"><path d="M0 0"/></a><g clip-path="url(#c)"/><defs><clipPath id="c"/></defs></svg>',
            dark: null,
            width: 100,
            height: 50,
            description: HOSTILE,
            table: null,
          },
        },
      ],
    },
  ],
})

describe('the HTML file of a dashboard', () => {
  const html = writeHtml(hostile()).toString()

  it('has no markup and no script of its data (OPEN-256)', () => {
    // Its own script is the only one, and a comment cannot begin.
    expect(html.match(/<script/g)).toHaveLength(1)
    expect(html.match(/<\/script/g)).toHaveLength(1)
    expect(html).not.toMatch(/<!--|<img|<iframe/)
    // Every tag, outside of quotes, is free of handlers and of links that run code.
    const tags = html.replace(/<(script|style)>[\s\S]*?<\/\1>/g, '').match(/<[a-z][^<>]*>/gi) ?? []
    for (const tag of tags) {
      const attributes = tag.replace(/"[^"]*"/g, '""')
      expect(attributes).not.toMatch(/\son\w+=/i)
      expect(tag).not.toMatch(/href="(?!https?:|#)/)
    }
    expect(html).toContain('href="https://example.com"')
    expect(html).toContain('&lt;/script&gt;&lt;script&gt;alert(1)')
  })

  it('forbids every connection and every other script (OPEN-256)', () => {
    const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(html)?.[1]
    expect(policy).toMatch(/^default-src 'none'; /)
    expect(policy).toMatch(/script-src 'sha256-[\w+/]+=*'; /)
    expect(policy).not.toMatch(/https?:|\*|'self'/)
    expect(html).not.toMatch(/<link|src="http|@import|url\(http/)
  })

  it('keeps the shapes and texts of drawings, with ids of their own (OPEN-256)', () => {
    expect(html).toContain('&lt;b&gt;</text>')
    expect(html).toContain('clip-path="url(#w0-2-l-c)"')
    expect(html).toContain('<clipPath id="w0-2-l-c">')
  })

  it('has the colors of cells in both schemes, and those that stay the same together with a background (OPEN-797)', () => {
    const bar = (color: string) =>
      `background-image:linear-gradient(to right,transparent 0.0%,${color} 0.0%,${color} 50.0%,transparent 50.0%)`
    expect(html).toContain(`style="color:light-dark(#9B1C18,#FFB4AD);${bar('light-dark(#F8BDB8,#6B302D)')}">filled`)
    expect(html).toContain(`style="background-color:#ffffff;color:#9B1C18;${bar('#F8BDB8')}">chosen`)
  })

  it('has bars that begin where the lines of its reader do (OPEN-507)', () => {
    expect(html).toContain('linear-gradient(to right,')
    const arabic = inLanguage('ar', () => writeHtml(hostile())).toString()
    expect(arabic).toContain('linear-gradient(to left,')
    expect(arabic).not.toContain('linear-gradient(to right,')
  })

  it('strikes texts out and breaks lines where a textbox does (OPEN-490)', () => {
    const document = hostile()
    const blocks = blocksOf('~~late~~ on time<br>since Monday')
    const struck = { ...widget, title: null, content: { kind: 'text' as const, blocks } }
    expect(writeHtml({ ...document, tabs: [{ name: null, widgets: [struck] }] }).toString()).toContain(
      '<p><del>late</del> on time<br>since Monday</p>',
    )
  })

  it('says how many rows are in the file (OPEN-256)', () => {
    expect(html).toContain('The first 4 of 124 rows are in this file.')
  })

  it('has the texts around its data in the language of its reader, and in its direction (OPEN-548, OPEN-627)', () => {
    const german = inLanguage('de', () => writeHtml(hostile())).toString()
    expect(german).toContain('<html lang="de" dir="ltr">')
    expect(inLanguage('ar', () => writeHtml(hostile())).toString()).toContain('<html lang="ar" dir="rtl">')
    expect(german).toContain('Die ersten 4 von 124 Zeilen sind in dieser Datei.')
  })
})
