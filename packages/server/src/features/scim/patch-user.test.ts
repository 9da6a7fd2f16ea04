import { expect, it } from 'vitest'
import { AppError } from '../../platform/http/errors.ts'
import { patchUser } from './patch-user.ts'
import { USER_SCHEMA } from './resources.ts'

const ada = {
  userName: 'ada@example.com',
  displayName: 'Ada',
  active: true,
  name: { formatted: 'Ada Lovelace', givenName: 'Ada', familyName: 'Lovelace' },
  emails: [{ value: 'ada@example.com', type: 'work', primary: true }],
}
const patched = (...Operations: object[]) => patchUser(ada, { Operations }, USER_SCHEMA)

/** The code of the error with which operations are refused; null if they are not. */
function refusalOf(...operations: object[]): string | null {
  try {
    patched(...operations)
    return null
  } catch (error) {
    return error instanceof AppError ? error.code : 'another'
  }
}

const prototypes = [
  'name.__proto__.p',
  'name.__proto__',
  'name.constructor.prototype.p',
  'name.x.__proto__.p',
  'emails.__proto__.p',
  'emails.0.__proto__.p',
  'emails[type eq "work"].__proto__.p',
  'emails[type eq "work"].__proto__',
  'emails[__proto__ eq "work"].value',
  'emails[constructor.prototype.p eq "work"].value',
  'userName.__proto__.p',
  'userName.__proto__',
  'userName.constructor.prototype.p',
  'displayName.__proto__.p',
  'active.__proto__.p',
  '__proto__.p',
  '__proto__',
  'constructor.prototype.p',
  `${USER_SCHEMA}:name.__proto__.p`,
]

it.each(prototypes)('%s leads to no prototype (OPEN-819)', (path) => {
  const keys = [Object, Array, String, Boolean].map(({ prototype }) => Object.getOwnPropertyNames(prototype).length)
  for (const value of ['chosen', { p: 'chosen' }, [{ p: 'chosen' }]])
    for (const operation of [
      { op: 'add', path, value },
      { op: 'replace', path, value },
      { op: 'add', value: { [path]: value } },
    ]) {
      const before = refusalOf(operation)
      if (before === null) expect(patched(operation)).toEqual({ ...ada, externalId: undefined })
      else expect(before).toMatch(/^scim_/)
    }
  refusalOf({ op: 'remove', path })
  expect([Object, Array, String, Boolean].map(({ prototype }) => Object.getOwnPropertyNames(prototype).length)).toEqual(keys)
  expect(Reflect.get({}, 'p')).toBeUndefined()
})

it('keys of values lead to no prototype (OPEN-819)', () => {
  const value: unknown = JSON.parse('{"__proto__": {"p": 1}, "givenName": "Grace"}')
  expect(patched({ op: 'replace', path: 'name', value })).toMatchObject({
    name: { givenName: 'Grace', familyName: 'Lovelace' },
  })
  expect(patched({ op: 'add', value: JSON.parse('{"__proto__": {"p": 1}}') })).toMatchObject(ada)
  expect(Reflect.get({}, 'p')).toBeUndefined()
})

it('replaces the parts of a name that are sent, and ignores what is not stored (OPEN-303)', () => {
  expect(
    patched(
      { op: 'replace', path: 'NAME.givenname', value: 'Augusta' },
      { op: 'add', path: 'name', value: { familyName: 'King' } },
      { op: 'add', path: 'name.honorificPrefix', value: 'Countess' },
      { op: 'replace', path: 'title', value: 'Countess' },
      { op: 'replace', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager', value: '5' },
    ),
  ).toMatchObject({ name: { formatted: 'Ada Lovelace', givenName: 'Augusta', familyName: 'King' } })
  expect(patched({ op: 'remove', path: 'name' }, { op: 'remove', path: 'displayName' })).toMatchObject({
    name: {},
    displayName: undefined,
  })
})

it('changes the addresses that a filter means, and makes one of a new type (OPEN-303)', () => {
  const emailsAfter = (...operations: object[]) => (patched(...operations) as { emails: object[] }).emails
  expect(emailsAfter({ op: 'replace', path: 'emails[type eq "WORK"].value', value: 'new@example.com' })).toEqual([
    { value: 'new@example.com', type: 'work', primary: true },
  ])
  const home = { op: 'add', path: 'emails[type eq "home"].value', value: 'home@example.com' }
  expect(emailsAfter(home)).toEqual([...ada.emails, { value: 'home@example.com', type: 'home' }])
  expect(emailsAfter(home, { op: 'replace', path: 'emails[type eq "home"].primary', value: 'True' })).toEqual([
    { value: 'ada@example.com', type: 'work', primary: false },
    { value: 'home@example.com', type: 'home', primary: true },
  ])
  expect(emailsAfter(home, { op: 'remove', path: 'emails[value ew "@EXAMPLE.com" and not (type eq "home")]' })).toEqual([
    { value: 'home@example.com', type: 'home' },
  ])
  expect(emailsAfter({ op: 'add', path: 'emails', value: [{ value: 'a@example.com', primary: true }] })).toEqual([
    { value: 'ada@example.com', type: 'work', primary: false },
    { value: 'a@example.com', primary: true },
  ])
  expect(emailsAfter({ op: 'replace', path: 'emails', value: { value: 'b@example.com' } })).toEqual([
    { value: 'b@example.com' },
  ])
  expect(emailsAfter({ op: 'remove', path: 'emails[type eq "home"].value' })).toEqual(ada.emails)
  expect(refusalOf({ op: 'replace', path: 'emails[value eq "x"].value', value: 'y' })).toBe('scim_patch_invalid')
})

it('takes no more addresses than a user can have, over all operations (OPEN-819)', () => {
  const one = { op: 'add', path: 'emails', value: [{ value: 'more@example.com' }] }
  expect(refusalOf(...Array.from({ length: 19 }, () => one))).toBeNull()
  expect(refusalOf(...Array.from({ length: 20 }, () => one))).toBe('scim_value_invalid')
  const many = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`attribute${index}`, 'x']))
  expect(refusalOf({ op: 'add', value: many })).toBe('scim_value_invalid')
})
