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

  it('must not be empty (PARAM-06)', () => {
    for (const none of ['', '  ']) expect(keywordProblem(none, known)).toBe('Choose a keyword for this parameter')
  })

  it('must not exist already (PARAM-07)', () => {
    for (const used of ['carrier', ' carrier '])
      expect(keywordProblem(used, known)).toBe('Parameter with this name already exists')
  })

  it('must not contain a character with a meaning in braces', () => {
    for (const bad of ['a.b', '{a', '#a', 'a/b', '&a', '!a', '>a', 'a=b', '^a'])
      expect(keywordProblem(bad, known)).toMatch(/^A keyword cannot contain/)
    for (const good of ['a', 'order_date', 'größe', 'two words', 'carrier2']) expect(keywordProblem(good, known)).toBeNull()
  })

  it('must not be a key that cannot be sent, and is refused with the message of a run', () => {
    const refusal = 'A parameter cannot be named __proto__. Choose another name.'
    expect(keywordProblem('__proto__', known)).toBe(refusal)
    expect(invalidNameProblem(['__proto__'], [])).toBe(refusal)
    expect(invalidNameProblem(['__proto__.start'], [])).toBe(refusal)
  })
})

describe('a name in a query text that no parameter can have', () => {
  it.each([
    [
      'x.y',
      '“x.y” cannot be the name of a parameter: a dot stands only before the start and the end of a range. Write “x_y” instead.',
    ],
    ['a/b', '“a/b” cannot be the name of a parameter, as it holds one of { } . # ^ / & ! > =. Choose another name.'],
    ["unclosed' , '{{#open", "The {{ }} tags of the query do not match. “{{ unclosed' , '” is not closed."],
    ['a\n b', 'The {{ }} tags of the query do not match. “{{ a” is not closed.'],
    ['', 'The {{ }} tags of the query do not match. One of them has no name.'],
  ])('gets an error message with advice: %j (PARAM-03)', (use, message) => {
    expect(invalidNameProblem(['fine', use], [])).toBe(message)
  })

  it('is not a plain name, an end of a range or the name of an existing parameter (PARAM-29)', () => {
    expect(invalidNameProblem(['carrier', 'days.start', 'days.end', 'a/b', 'a/b.start'], [{ name: 'a/b' }])).toBeNull()
  })

  it('is not an end of a period before a range either, but a misspelt one (OPEN-209)', () => {
    expect(invalidNameProblem(['days.previous.start', 'days.year_ago.end'], [])).toBeNull()
    expect(invalidNameProblem(['days.previos.start'], [])).toMatch(/^“days.previos.start” cannot be the name of a parameter/)
    expect(invalidNameProblem(['__proto__.previous.start'], [])).toBe(
      'A parameter cannot be named __proto__. Choose another name.',
    )
  })

  it('is shortened in the error message only if it is long', () => {
    expect(invalidNameProblem([`${'x'.repeat(500)}{{`], [])).toContain(`“{{ ${'x'.repeat(40)}…”`)
  })
})

describe('the tags of a parameter', () => {
  it('are its keyword in braces (PARAM-10)', () => {
    expect(tagsOf({ name: 'carrier' })).toBe('{{ carrier }}')
    expect(tagsOf({ name: 'day', type: 'date' })).toBe('{{ day }}')
  })

  it('are both ends for a range (PARAM-29)', () => {
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

  it('may always be an ISO date', () => {
    expect(typedDate('day', '2024-12-31', 'DD/MM/YY')).toBe('2024-12-31')
  })

  it('is not accepted while it is incomplete, or if the day does not exist (PARAM-26)', () => {
    for (const bad of ['', '2024', '31/12', '31/12/2', '30/02/24', '12/31/24', 'today'])
      expect(typedDate('day', bad, 'DD/MM/YY')).toBeNull()
  })
})

describe('text pasted into a number input', () => {
  it('is inserted as a number if it is one (PARAM-17, PARAM-18)', () => {
    expect(withPasted('1e3', '', '')).toBe('1000')
    expect(withPasted(' +01.50\n', '', '')).toBe('1.5')
    expect(withPasted('-5', '', '')).toBe('-5')
    expect(withPasted('12345678901234567890.5', '', '')).toBe('12345678901234567890.5')
    expect(withPasted('2e30', '', '')).toBe(2e30)
    expect(withPasted('1e-9', '', '')).toBe(1e-9)
  })

  it('is ignored if it is not a number (PARAM-18)', () => {
    for (const none of ['1.234,5', '1,5', '0x10', '1e999', '12 apples', 'e', '-', '', '1 2'])
      expect(withPasted(none, '', ''), none).toBeNull()
  })

  it('is joined with the digits around it if that is a number (PARAM-18)', () => {
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

describe('a dropdown whose options have loaded', () => {
  const city: Definition = { name: 'city', type: 'query', queryId: 1 }

  it('takes the first option if it had no value', () => {
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

  it('takes the first option instead of an empty text that is not an option', () => {
    expect(withOptions({ ...city, value: '' }, ['Berlin'])).toEqual({ ...city, value: 'Berlin' })
    expect(withOptions(city, ['', 'Berlin'])).toEqual({ ...city, value: '' })
  })

  it('keeps the first option pending if the applied value is no longer an option (PARAM-11)', () => {
    const settled = withOptions({ ...city, value: 'Paris' }, ['Berlin', 'Bonn'])
    expect(settled).toEqual({ ...city, value: 'Paris', pendingValue: 'Berlin' })
    expect(applyPending([settled])).toEqual([{ ...city, value: 'Berlin' }])
  })

  it('replaces a value that is not an option at once if no run has used it (PARAM-20, PARAM-37)', () => {
    const options = ['Berlin', 'Bonn']
    const paris = { ...city, value: 'Paris' }
    expect(withOptions(paris, options, { isOnScreen: false })).toEqual({ ...city, value: 'Berlin' })
    expect(withOptions(paris, options, { isOnScreen: false, declared: 'Paris' }).value).toBe('Berlin')
    // A value from the URL is replaced by the declared one.
    expect(withOptions(paris, options, { isOnScreen: false, declared: 'Bonn' })).toEqual({ ...city, value: 'Bonn' })
    expect(withOptions({ ...paris, optional: true }, options, { isOnScreen: false, declared: null }).value).toBeNull()
    const several = { ...city, multiValuesOptions: {} }
    const origin = { isOnScreen: false, declared: ['Berlin'] }
    expect(withOptions({ ...several, value: ['Paris', 'Bonn'] }, options, origin).value).toEqual(['Bonn'])
    expect(withOptions({ ...several, value: ['Paris'] }, options, origin).value).toEqual(['Berlin'])
  })

  it('treats a value as used only if the last run had it', () => {
    const saved = [{ ...city, value: 'Bonn' }]
    const paris = { ...city, value: 'Paris' }
    expect(valueOriginOf(paris, [], saved)).toEqual({ isOnScreen: false, declared: 'Bonn' })
    expect(valueOriginOf(paris, [{ ...city, value: 'Rome' }], saved).isOnScreen).toBe(false)
    expect(valueOriginOf(paris, [paris], saved).isOnScreen).toBe(true)
  })

  it('also corrects a pending value', () => {
    const settled = withOptions({ ...city, value: 'Berlin', pendingValue: 'Lyon' }, ['Berlin', 'Bonn'])
    expect(pendingCount([settled])).toBe(0)
    expect(withOptions({ ...city, value: 'Berlin', pendingValue: 'Bonn' }, ['Berlin', 'Bonn']).pendingValue).toBe('Bonn')
  })

  it('keeps those of several values that are options', () => {
    const cities = { ...city, multiValuesOptions: {}, value: ['Paris', 'Bonn'] }
    expect(withOptions(cities, ['Berlin', 'Bonn']).pendingValue).toEqual(['Bonn'])
  })

  it('changes nothing while there are no options', () => {
    expect(withOptions({ ...city, value: 'Paris' }, [])).toEqual({ ...city, value: 'Paris' })
  })
})

describe('comparing parameters with the saved ones', () => {
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

  it('finds a parameter that was added, removed, moved or changed (PARAM-40)', () => {
    for (const other of [[a], [a, b, { name: 'c' }], [b, a], [{ ...a, type: 'number' }, b], [{ ...a, title: 'Other' }, b]])
      expect(isSameSetup(saved, other)).toBe(false)
    expect(isSameSetup(saved, [a, { ...b, multiValuesOptions: null }])).toBe(false)
  })

  it('ignores their values and the order of their keys', () => {
    const other = [
      { name: 'a', value: 'y', pendingValue: 'z', locals: [] },
      { ...b, multiValuesOptions: { prefix: "'", suffix: "'" }, dependsOn: {}, regex: null, optional: false },
    ]
    expect(isSameSetup(saved, other)).toBe(true)
  })

  it('accepts any order and removed parameters when it checks whether a saved query declares them', () => {
    expect(isDeclaredBy(saved, [b])).toBe(true)
    expect(isDeclaredBy(saved, [b, { ...a, value: 'other' }])).toBe(true)
    expect(isDeclaredBy(saved, [{ ...a, type: 'number' }])).toBe(false)
    expect(isDeclaredBy(saved, [{ name: 'c' }])).toBe(false)
  })

  it('finds new values once they are applied, not while they are pending', () => {
    expect(hasNewValues(saved, [{ ...a, pendingValue: 'y' }, b])).toBe(false)
    expect(hasNewValues(saved, [{ ...a, value: 'y' }, b])).toBe(true)
  })

  it('saves the displayed value and drops the pending one', () => {
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

describe('updating the URL', () => {
  it('replaces the previous values by the applied ones and keeps the rest (PARAM-38)', () => {
    const definitions = [{ name: 'a', value: 'x', pendingValue: 'y' }]
    expect(replaceInUrl({ p_a: 'old', 'p_gone.start': '1', tab: '2' }, definitions)).toEqual({ tab: '2', p_a: 'x' })
  })
})
