import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainMarks } from '../format/number.ts'
import { TemplateError } from '../mustache.ts'
import { defaultSubject, findingText } from './finding.ts'
import { hasMarkup, plainText, safeMarkup, textOfMarkup } from './markup.ts'
import {
  type AlertFacts,
  nameInTag,
  renderDescription,
  renderSubject,
  subjectOf,
  templateOf,
  templatePieces,
  unknownTags,
  variables,
} from './templates.ts'

const facts: AlertFacts = {
  alert: { name: 'Delays', state: 'triggered', options: { column: 'minutes', op: 'greater than', value: 20 } },
  query: { name: 'Delay by carrier' },
  links: { alert: 'https://bi.example.org/alerts/3', query: 'https://bi.example.org/queries/7' },
  columns: [
    { name: 'carrier', friendly_name: 'carrier', type: 'string' },
    { name: 'minutes', friendly_name: 'minutes', type: 'float' },
  ],
  rows: [
    ['A & B', 25.5],
    ['<i>C</i>', null],
  ],
  rowCount: 2,
}
const names = variables(facts)
const described = (template: string) => renderDescription(template, names)

describe('the template of an alert', () => {
  it('supports rows, cols and state (ALERT-20)', () => {
    expect(described('{{state}}: {{#rows}}{{minutes}};{{/rows}} {{#cols}}{{name}} {{/cols}}')).toBe(
      'triggered: 25.5;; carrier minutes ',
    )
  })

  it('supports the older names of variables as well', () => {
    expect(described('{{ALERT_NAME}} {{ALERT_STATUS}} {{ALERT_SELECTOR}} {{ALERT_CONDITION}} {{ALERT_THRESHOLD}}')).toBe(
      'Delays TRIGGERED first greater than 20',
    )
    expect(described('{{QUERY_NAME}} {{QUERY_RESULT_VALUE}} {{{QUERY_URL}}}')).toBe(
      'Delay by carrier 25.5 https://bi.example.org/queries/7',
    )
    expect(described('{{#QUERY_RESULT_ROWS}}{{carrier}},{{/QUERY_RESULT_ROWS}}')).toBe('A &amp; B,&lt;i&gt;C&lt;/i&gt;,')
    expect(described('{{#QUERY_RESULT_TABLE}}[{{#.}}{{.}}|{{/.}}]{{/QUERY_RESULT_TABLE}}')).toBe(
      '[A &amp; B|25.5|][&lt;i&gt;C&lt;/i&gt;||]',
    )
  })

  it('writes values as text, and as markup only in triple braces (OPEN-88)', () => {
    expect(described('{{#rows}}{{carrier}}{{/rows}}')).toBe('A &amp; B&lt;i&gt;C&lt;/i&gt;')
    expect(described('{{#rows}}{{{carrier}}}{{/rows}}')).toBe('A & B<i>C</i>')
    expect(renderSubject('{{#rows}}{{carrier}}\n {{/rows}}', names)).toBe('A & B <i>C</i>')
  })

  it('can access only the values that it is given', () => {
    expect(described('[{{constructor}}{{rows.constructor}}{{state.__proto__}}{{#toString}}x{{/toString}}{{> other}}]')).toBe(
      '[]',
    )
  })

  it('causes an error if its tags do not fit together (OPEN-88)', () => {
    for (const broken of ['{{#rows}}', '{{/rows}}', '{{#rows}}{{/cols}}', '{{state'])
      expect(() => described(broken)).toThrow(TemplateError)
  })

  it('is cut off with a notice if it becomes too long', () => {
    const many = { ...names, rows: Array.from({ length: 1000 }, () => ({ a: 'x'.repeat(100) })) }
    const text = renderDescription('{{#rows}}{{#rows}}{{a}}{{/rows}}{{/rows}}', many)
    expect(text.length).toBeLessThan(101_000)
    expect(text).toMatch(/cut here: the text is too long\)$/)
    expect(renderDescription('{{#rows}}{{#rows}}{{#rows}}{{/rows}}{{/rows}}{{/rows}}', many)).toMatch(/too long\)$/)
  })

  it('is the subject of the options, or the body, by either name (ALERT-35)', () => {
    expect([
      subjectOf({ subject: 'Old' }),
      subjectOf({ subject: 'Old', custom_subject: 'New' }),
      subjectOf({ subject: '' }),
    ]).toEqual(['Old', 'New', null])
    expect([templateOf({ template: 'Old' }), templateOf({ template: 'Old', custom_body: 'New' }), templateOf({})]).toEqual([
      'Old',
      'New',
      null,
    ])
  })
})

describe('the markup of a description', () => {
  it('keeps known tags without their attributes, and shows the rest as text', () => {
    expect(safeMarkup('<p style="color:red" onclick="x()">Hi <b>you</b></p>')).toBe('<p>Hi <b>you</b></p>')
    expect(safeMarkup('<script>alert(1)</script><img src=x onerror=alert(1)>')).toBe(
      '&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;',
    )
    expect(safeMarkup('a &lt; b &amp; 5 < 6')).toBe('a &lt; b &amp; 5 &lt; 6')
  })

  it('links only to web and mail URLs', () => {
    expect(safeMarkup('<a href="https://x.example/?a=1&b=2" target=_top>x</a>')).toBe(
      '<a href="https://x.example/?a=1&amp;b=2">x</a>',
    )
    expect(safeMarkup(`<a href='mailto:a@example.org'>x</a>`)).toBe('<a href="mailto:a@example.org">x</a>')
    for (const address of ['javascript:alert(1)', 'java&#115;cript:alert(1)', ' data:text/html,x', '//x.example'])
      expect(safeMarkup(`<a href="${address}">x</a>`)).toBe('<a>x</a>')
  })

  it('is closed at the end, and closes no tags outside of the description', () => {
    expect(safeMarkup('<table><tr><td>a')).toBe('<table><tr><td>a</td></tr></table>')
    expect(safeMarkup('</div></div>a<b>c<i>d</b>e')).toBe('a<b>c<i>d</i></b>e')
  })

  it('has only known tags, for any input', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '&',
        '<a href=',
        '<b',
        '</',
        '<script',
        'javascript:',
        '&#60;',
        '<p >',
        '<td onx=1>',
        '/>',
      ),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const safe = safeMarkup(pieces.join(''))
        const rest = safe.replace(/<(\/?[a-z][a-z0-9]*|a href="(https?:|mailto:)[^"<>]*")>/gi, '')
        expect(rest).not.toMatch(/[<>]/)
        expect(safe).not.toMatch(/<\/?(script|img|style|iframe)/i)
      }),
      { numRuns: 500 },
    )
  })

  it('can be converted to plain text', () => {
    expect(textOfMarkup('<p>One</p><p>Two &amp; <b>three</b></p><ul><li>a</li><li>b</li></ul>')).toBe(
      'One\nTwo & three\n- a\n- b',
    )
    expect(textOfMarkup('5 < 6 and 7 > 6')).toBe('5 < 6 and 7 > 6')
    expect([hasMarkup('5 < 6'), hasMarkup('a<br>b')]).toEqual([false, true])
    expect(plainText('&lt;b&gt; &#x41;&#66;&nbsp;&unknown;')).toBe('<b> AB\u00a0&unknown;')
  })
})

const formats = { floatFormat: '0,0.00', numberMarks: plainMarks }

describe('the finding of an alert', () => {
  it('is described in a sentence', () => {
    const { options } = facts.alert
    expect(findingText(options, 25.5, 'triggered', formats)).toBe('First row value is 25.5, which is greater than 20.')
    expect(findingText({ ...options, selector: 'max', op: '<=' }, 25.5, 'ok', formats)).toBe(
      'Largest value is 25.5, which is not at most 20.',
    )
    const german = { thousands: '.', decimal: ',' }
    expect(findingText({ ...options, value: 1200000 }, 1234567.5, 'triggered', { ...formats, numberMarks: german })).toBe(
      'First row value is 1.234.567,5, which is greater than 1.200.000.',
    )
    expect(findingText(options, 11.188015148139897, 'ok', formats)).toBe(
      'First row value is 11.19, which is not greater than 20.',
    )
    expect(findingText(options, null, 'unknown', formats)).toBe('There is no value to compare.')
    expect(defaultSubject('Delays', 'ok')).toBe('Alert: Delays changed status to OK')
  })
})

describe('sections of a template', () => {
  it('are written once for an object, and left out for an empty value', () => {
    expect(described('{{#ALERT_NAME}}[{{.}}]{{/ALERT_NAME}}{{#nothing}}no{{/nothing}}')).toBe('[Delays]')
    const empty = variables({ ...facts, rows: [] })
    expect(renderDescription('{{#rows}}row{{/rows}}{{^rows}}no rows{{/rows}}', empty)).toBe('no rows')
    expect(described('{{^rows}}no rows{{/rows}}{{^nothing}}nothing{{/nothing}}')).toBe('nothing')
    expect(empty.QUERY_RESULT_VALUE).toBeNull()
  })

  it('stop when the page is full, even inside of a block that is left out', () => {
    const text = renderDescription(`{{^nothing}}${'x'.repeat(100_001)}{{/nothing}}never`, names)
    expect(text).toMatch(/^x{100000} … \(cut here/)
    expect(text).not.toContain('never')
  })

  it('may fill a page to its last character', () => {
    expect(renderDescription('x'.repeat(100_000), names)).toBe('x'.repeat(100_000))
    expect(renderDescription('x'.repeat(100_001), names)).toBe(`${'x'.repeat(100_000)} … (cut here: the text is too long)`)
    expect(renderDescription(`${'x'.repeat(60_000)}{{state}}${'y'.repeat(60_000)}`, names).length).toBeLessThan(101_000)
  })
})

describe('the subject of a notification', () => {
  it('is one line without surrounding white space', () => {
    expect(renderSubject('  {{ALERT_NAME}} \n\n is  {{state}}\t', names)).toBe('Delays is triggered')
  })
})

describe('the tags of a description', () => {
  it('are never closed if they are void elements', () => {
    expect(safeMarkup('a<br>b<BR/>c<hr></hr>')).toBe('a<br>b<br>c<hr><hr>')
  })

  it('are closed as often as they are open', () => {
    expect(safeMarkup('<b>a</b></b>c')).toBe('<b>a</b>c')
    expect(safeMarkup('<b><b>a</b></b></b>')).toBe('<b><b>a</b></b>')
    expect(safeMarkup('<i>a<b>b</i></b>c')).toBe('<i>a<b>b</b></i>c')
  })

  it('have a link for URLs without quotes, and none if the URL is missing', () => {
    expect(safeMarkup('<a href=https://x.example>x</a>')).toBe('<a href="https://x.example">x</a>')
    expect(safeMarkup('<a href=" https://x.example ">x</a>')).toBe('<a href="https://x.example">x</a>')
    expect(safeMarkup('<a name="x">x</a><a>y</a>')).toBe('<a>x</a><a>y</a>')
    expect(safeMarkup('<a href="x:https://x.example">x</a>')).toBe('<a>x</a>')
  })

  it('become line breaks, tabs and dashes in plain text', () => {
    expect(textOfMarkup('a<br>b<hr>c')).toBe('a\nb\nc')
    expect(textOfMarkup('<table><tr><th>n</th><td>1</td></tr><tr><td>2</td></tr></table>')).toBe('n\t1\t\n2')
    expect(textOfMarkup('<h2>Title</h2><blockquote>said</blockquote><pre>code</pre><div>end</div>.')).toBe(
      'Title\nsaid\ncode\nend\n.',
    )
    expect(textOfMarkup('<span>a</span><ul><li>b</li></ul>c')).toBe('a- b\nc')
    expect(textOfMarkup('<p>a</p><br><br><br><p>b</p>')).toBe('a\n\nb')
    expect(textOfMarkup('<x>a</x>')).toBe('<x>a</x>')
  })

  it('may be next to numeric entities, which are decoded only if the character exists', () => {
    expect(plainText('&#0;&#1114111;&#1114112;&#x10ffff;&#x110000;')).toBe('&#0;\u{10ffff}&#1114112;\u{10ffff}&#x110000;')
    expect(plainText('&AMP;&apos;&quot;&amp;amp;')).toBe(`&'"&amp;`)
  })
})

describe('a value in a notification', () => {
  it('is described as unknown if it cannot be compared', () => {
    const condition = { column: 'minutes', op: 'less than', value: 'few' } as const
    expect(findingText(condition, 3, 'unknown', formats)).toBe('First row value is 3, which cannot be compared with few.')
  })
})

const fewFacts: AlertFacts = {
  alert: { name: 'Delays', state: 'ok', options: { column: 'delay', op: 'greater than', value: 5 } },
  query: { name: 'Flights' },
  links: { alert: '', query: '' },
  columns: [
    { name: 'carrier', friendly_name: 'carrier', type: 'string' },
    { name: 'delay', friendly_name: 'delay', type: 'integer' },
  ],
  rows: [],
  rowCount: 0,
}

describe('the tags of a template', () => {
  it('are unknown if they have no value in their block', () => {
    expect(
      unknownTags('{{ALERT_NAME}} {{state}} {{alert_name}} {{#rows}}{{carrier}} {{& delay}} {{late}}{{/rows}}', fewFacts),
    ).toEqual(['alert_name', 'late'])
    expect(
      unknownTags('{{carrier}} {{#cols}}{{name}} {{type}}{{/cols}} {{#rows}}{{QUERY_NAME}}{{.}}{{/rows}}', fewFacts),
    ).toEqual(['carrier'])
    expect(
      unknownTags('{{#lines}}{{delay}}{{/lines}} {{QUERY_RESULT_TABLE.0}} {{! a remark }} {{late}} {{late}}', fewFacts),
    ).toEqual(['lines', 'late'])
  })

  it('are not checked while they do not fit together, or if there are none', () => {
    expect(unknownTags('{{#rows}} {{nothing}}', fewFacts)).toEqual([])
    expect(unknownTags('{ braces } alone', fewFacts)).toEqual([])
  })

  it('are distinguished from the text between them', () => {
    const template = 'Now {{ state }}:\n{{#rows}}{{{carrier}}}{{/rows}} {{open'
    const pieces = templatePieces(template)
    expect(pieces.map(({ text }) => text).join('')).toBe(template)
    expect(pieces.filter(({ isTag }) => isTag).map(({ text }) => nameInTag(text))).toEqual(['state', 'rows', 'carrier', 'rows'])
    expect(pieces.map(({ at }) => at)).toEqual([...new Set(pieces.map(({ at }) => at))])
    expect(templatePieces('')).toEqual([])
  })
})

describe('the names in blocks', () => {
  it('are those of each column, and of the block itself', () => {
    expect(unknownTags('{{#cols}}{{friendly_name}}{{.}}{{carrier.first}}{{/cols}}', fewFacts)).toEqual([])
    expect(unknownTags('{{friendly_name}} {{.}} {{type}}', fewFacts)).toEqual(['friendly_name', '.', 'type'])
  })

  it('are known in inverted blocks, too', () => {
    expect(unknownTags('{{^rows}}{{carrier}} {{late}}{{/rows}}', fewFacts)).toEqual(['late'])
  })
})

describe('the pieces of a template', () => {
  it('keep three braces, and are split at each tag', () => {
    expect(templatePieces('{{{ carrier }}}{{ delay }} min')).toEqual([
      { at: 0, text: '{{{ carrier }}}', isTag: true },
      { at: 15, text: '{{ delay }}', isTag: true },
      { at: 26, text: ' min', isTag: false },
    ])
  })

  it.each([
    ['{{# rows }}', 'rows'],
    ['{{^rows}}', 'rows'],
    ['{{& delay }}', 'delay'],
    ['{{> part}}', 'part'],
    ['{{! a remark }}', 'a remark'],
    ['{{ a & b }}', 'a & b'],
    ['{{ a} b }}', 'a} b'],
  ])('include the tag %s with the name %s', (tag, name) => {
    expect(nameInTag(tag)).toBe(name)
  })
})

it('counts tags that write nothing, because blocks in each other multiply them (OPEN-849)', () => {
  const rows = Array.from({ length: 100 }, (_, q) => ({ q }))
  const template = `${'{{#rows}}'.repeat(3)}${'{{none}}'.repeat(4000)}${'{{/rows}}'.repeat(3)}`
  expect(renderDescription(template, { rows })).toBe(' … (cut here: the text is too long)')
})
