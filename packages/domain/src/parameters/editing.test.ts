import { describe, expect, it } from 'vitest'
import type { Definition } from './definition.ts'
import { invalidNameProblem, keywordProblem, tagsOf } from './keyword.ts'
import { withPasted } from './numbers.ts'
import { applyPending, pendingCount, valueOriginOf, withOptions } from './pending.ts'
import { definitionsToSave, hasNewValues, isDeclaredBy, isSameSetup } from './saved.ts'
import { typedDate } from './typed-date.ts'
import { replaceInUrl } from './url-values.ts'

describe('the keyword of a new parameter', () => {
  const known = [{ name: 'carrier' }]

  it('must be there (PARAM-06)', () => {
    for (const none of ['', '  ']) expect(keywordProblem(none, known)).toBe('Choose a keyword for this parameter')
  })

  it('must be a new one (PARAM-07)', () => {
    for (const used of ['carrier', ' carrier '])
      expect(keywordProblem(used, known)).toBe('Parameter with this name already exists')
  })

  it('has none of the signs that mean something in the braces', () => {
    for (const bad of ['a.b', '{a', '#a', 'a/b', '&a', '!a', '>a', 'a=b', '^a'])
      expect(keywordProblem(bad, known)).toMatch(/^A keyword cannot contain/)
    for (const good of ['a', 'order_date', 'größe', 'two words', 'carrier2']) expect(keywordProblem(good, known)).toBeNull()
  })

  it('is none that no value could be sent under, in the words of a run', () => {
    const refusal = 'No parameter can be called __proto__. Choose another name.'
    expect(keywordProblem('__proto__', known)).toBe(refusal)
    expect(invalidNameProblem(['__proto__'], [])).toBe(refusal)
    expect(invalidNameProblem(['__proto__.start'], [])).toBe(refusal)
  })
})

describe('a name in a text that no parameter can have', () => {
  it.each([
    [
      'x.y',
      '“x.y” cannot be the name of a parameter: a dot stands only before the start and the end of a range. Write “x_y” instead.',
    ],
    ['a/b', '“a/b” cannot be the name of a parameter, as it holds one of { } . # ^ / & ! > =. Choose another name.'],
    [
      "unclosed' , '{{#open",
      "The {{ }} tags of the text do not fit together. What begins with “{{ unclosed' , '” is no name: close its braces.",
    ],
    ['a\n b', 'The {{ }} tags of the text do not fit together. What begins with “{{ a” is no name: close its braces.'],
    ['', 'The {{ }} tags of the text do not fit together. One of them has no name.'],
  ])('is told with what to do: %j (PARAM-03)', (use, told) => {
    expect(invalidNameProblem(['fine', use], [])).toBe(told)
  })

  it('is no plain name, no end of a range, and none that a parameter has already (PARAM-29)', () => {
    expect(invalidNameProblem(['carrier', 'days.start', 'days.end', 'a/b', 'a/b.start'], [{ name: 'a/b' }])).toBeNull()
  })

  it('is repeated in part only where it is long', () => {
    expect(invalidNameProblem([`${'x'.repeat(500)}{{`], [])).toContain(`“{{ ${'x'.repeat(40)}…”`)
  })
})

describe('the tags of a parameter in the text', () => {
  it('are its keyword in braces (PARAM-10)', () => {
    expect(tagsOf({ name: 'carrier' })).toBe('{{ carrier }}')
    expect(tagsOf({ name: 'day', type: 'date' })).toBe('{{ day }}')
  })

  it('are both ends of a range (PARAM-29)', () => {
    for (const type of ['date-range', 'datetime-range', 'datetime-range-with-seconds'])
      expect(tagsOf({ name: 'days', type })).toBe('{{ days.start }} {{ days.end }}')
  })
})

describe('a typed date', () => {
  it('is read in the format of the client config (PARAM-27)', () => {
    expect(typedDate('day', '31/12/24', 'DD/MM/YY')).toBe('2024-12-31')
    expect(typedDate('minute', '31/12/2024 08:05', 'DD/MM/YYYY')).toBe('2024-12-31 08:05')
    expect(typedDate('day', ' 2024-12-31 ')).toBe('2024-12-31')
  })

  it('may always be an ISO text', () => {
    expect(typedDate('day', '2024-12-31', 'DD/MM/YY')).toBe('2024-12-31')
  })

  it('is none before it is whole, and when there is no such day (PARAM-26)', () => {
    for (const bad of ['', '2024', '31/12', '31/12/2', '30/02/24', '12/31/24', 'today'])
      expect(typedDate('day', bad, 'DD/MM/YY')).toBeNull()
  })
})

describe('a text pasted into the input of a number', () => {
  it('is taken as the number that it is (PARAM-17, PARAM-18)', () => {
    expect(withPasted('1e3', '', '')).toBe('1000')
    expect(withPasted(' +01.50\n', '', '')).toBe('1.5')
    expect(withPasted('-5', '', '')).toBe('-5')
    expect(withPasted('12345678901234567890.5', '', '')).toBe('12345678901234567890.5')
    expect(withPasted('2e30', '', '')).toBe(2e30)
    expect(withPasted('1e-9', '', '')).toBe(1e-9)
  })

  it('is not taken at all when it is none (PARAM-18)', () => {
    for (const none of ['1.234,5', '1,5', '0x10', '1e999', '12 apples', 'e', '-', '', '1 2'])
      expect(withPasted(none, '', ''), none).toBeNull()
  })

  it('joins the digits that are there, where that makes a number (PARAM-18)', () => {
    expect(withPasted('5', '12', '.5')).toBe('125.5')
    expect(withPasted('.5', '12', '')).toBe('12.5')
    expect(withPasted('1e3', '2', '')).toBe('21000')
    for (const [pasted, before, after] of [
      ['-5', '12', ''],
      ['1.5', '2.', ''],
      ['2e30', '1', ''],
    ] as const)
      expect(withPasted(pasted, before, after), pasted).toBeNull()
  })
})

describe('a dropdown whose options have come', () => {
  const city: Definition = { name: 'city', type: 'query', queryId: 1 }

  it('takes the first option when nothing was chosen before', () => {
    expect(withOptions(city, ['Berlin', 'Bonn'])).toEqual({ ...city, value: 'Berlin' })
    expect(withOptions({ ...city, optional: true }, ['Berlin']).value).toBeUndefined()
    expect(withOptions({ ...city, multiValuesOptions: {} }, ['Berlin']).value).toBeUndefined()
  })

  it('keeps a value that is an option', () => {
    for (const value of ['Bonn', '']) {
      const chosen = { ...city, value }
      expect(withOptions(chosen, ['Berlin', 'Bonn', ''])).toEqual(chosen)
    }
  })

  it('takes the first option where an empty text is none', () => {
    expect(withOptions({ ...city, value: '' }, ['Berlin'])).toEqual({ ...city, value: 'Berlin' })
    expect(withOptions(city, ['', 'Berlin'])).toEqual({ ...city, value: '' })
  })

  it('holds the first option as pending in place of a value that is none any more (PARAM-11)', () => {
    const settled = withOptions({ ...city, value: 'Paris' }, ['Berlin', 'Bonn'])
    expect(settled).toEqual({ ...city, value: 'Paris', pendingValue: 'Berlin' })
    expect(applyPending([settled])).toEqual([{ ...city, value: 'Berlin' }])
  })

  it('gives a value that is none way outright while nothing was run with it (PARAM-20, PARAM-37)', () => {
    const options = ['Berlin', 'Bonn']
    const paris = { ...city, value: 'Paris' }
    expect(withOptions(paris, options, { isOnScreen: false })).toEqual({ ...city, value: 'Berlin' })
    expect(withOptions(paris, options, { isOnScreen: false, declared: 'Paris' }).value).toBe('Berlin')
    // One of an address gives way to the declared one.
    expect(withOptions(paris, options, { isOnScreen: false, declared: 'Bonn' })).toEqual({ ...city, value: 'Bonn' })
    expect(withOptions({ ...paris, optional: true }, options, { isOnScreen: false, declared: null }).value).toBeNull()
    const several = { ...city, multiValuesOptions: {} }
    const standing = { isOnScreen: false, declared: ['Berlin'] }
    expect(withOptions({ ...several, value: ['Paris', 'Bonn'] }, options, standing).value).toEqual(['Bonn'])
    expect(withOptions({ ...several, value: ['Paris'] }, options, standing).value).toEqual(['Berlin'])
  })

  it('counts a value as run with when the last run had it, not another one', () => {
    const saved = [{ ...city, value: 'Bonn' }]
    const paris = { ...city, value: 'Paris' }
    expect(valueOriginOf(paris, [], saved)).toEqual({ isOnScreen: false, declared: 'Bonn' })
    expect(valueOriginOf(paris, [{ ...city, value: 'Rome' }], saved).isOnScreen).toBe(false)
    expect(valueOriginOf(paris, [paris], saved).isOnScreen).toBe(true)
  })

  it('also mends what was chosen and not applied yet', () => {
    const settled = withOptions({ ...city, value: 'Berlin', pendingValue: 'Lyon' }, ['Berlin', 'Bonn'])
    expect(pendingCount([settled])).toBe(0)
    expect(withOptions({ ...city, value: 'Berlin', pendingValue: 'Bonn' }, ['Berlin', 'Bonn']).pendingValue).toBe('Bonn')
  })

  it('keeps of several values those that are options', () => {
    const cities = { ...city, multiValuesOptions: {}, value: ['Paris', 'Bonn'] }
    expect(withOptions(cities, ['Berlin', 'Bonn']).pendingValue).toEqual(['Bonn'])
  })

  it('leaves everything as it is without options', () => {
    expect(withOptions({ ...city, value: 'Paris' }, [])).toEqual({ ...city, value: 'Paris' })
  })
})

describe('parameters beside the saved ones', () => {
  const saved: Definition[] = [
    { name: 'a', type: 'text', title: 'A', value: 'x', global: false },
    {
      name: 'b',
      type: 'enum',
      enumOptions: '1\n2',
      multiValuesOptions: { separator: ',', prefix: "'", suffix: "'" },
      value: ['1'],
    },
  ]
  const [a = { name: 'a' }, b = { name: 'b' }] = saved

  it('differ when one was added, dropped, moved or set otherwise (PARAM-40)', () => {
    for (const other of [[a], [a, b, { name: 'c' }], [b, a], [{ ...a, type: 'number' }, b], [{ ...a, title: 'Other' }, b]])
      expect(isSameSetup(saved, other)).toBe(false)
    expect(isSameSetup(saved, [a, { ...b, multiValuesOptions: null }])).toBe(false)
  })

  it('are the same whatever their values, and however they are written', () => {
    const other = [
      { name: 'a', value: 'y', pendingValue: 'z', locals: [] },
      { ...b, multiValuesOptions: { prefix: "'", suffix: "'" }, dependsOn: {}, regex: null, optional: false },
    ]
    expect(isSameSetup(saved, other)).toBe(true)
  })

  it('are declared by the saved query in any order, also when some were dropped', () => {
    expect(isDeclaredBy(saved, [b])).toBe(true)
    expect(isDeclaredBy(saved, [b, { ...a, value: 'other' }])).toBe(true)
    expect(isDeclaredBy(saved, [{ ...a, type: 'number' }])).toBe(false)
    expect(isDeclaredBy(saved, [{ name: 'c' }])).toBe(false)
  })

  it('have new values once others are applied, not while they are pending', () => {
    expect(hasNewValues(saved, [{ ...a, pendingValue: 'y' }, b])).toBe(false)
    expect(hasNewValues(saved, [{ ...a, value: 'y' }, b])).toBe(true)
  })

  it('are saved with the value that is shown, and without what is pending', () => {
    const definitions = [
      { name: 'e', type: 'enum', enumOptions: 'first\nsecond' },
      { ...a, pendingValue: 'y', locals: [] },
    ]
    expect(definitionsToSave(definitions)).toEqual([
      { name: 'e', type: 'enum', enumOptions: 'first\nsecond', value: 'first' },
      a,
    ])
  })
})

describe('an address', () => {
  it('says the applied values in place of those before, and keeps the rest (PARAM-38)', () => {
    const definitions = [{ name: 'a', value: 'x', pendingValue: 'y' }]
    expect(replaceInUrl({ p_a: 'old', 'p_gone.start': '1', tab: '2' }, definitions)).toEqual({ tab: '2', p_a: 'x' })
  })
})
