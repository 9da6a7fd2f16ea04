import type { z } from 'zod'
import { settingAreas } from '../platform/settings/areas.ts'
import { factsOf, kindOf, type SettingArea } from '../platform/settings/setting.ts'

const HEAD = ['| variable | kind | meaning | default |', '| --- | --- | --- | --- |']

/**
 * The reference page of settings: the tables below the headings of the areas are written from the settings themselves, and
 * everything else is kept.
 * @param page as it is
 * @throws Error if it has no heading for an area, or no table below it
 */
export function settingsPage(page: string): string {
  return settingAreas.reduce(withTableOf, page)
}

function withTableOf(page: string, { title, settings }: SettingArea): string {
  const heading = `\n## ${title}\n`
  const start = page.indexOf(heading)
  const section = start === -1 ? '' : (page.slice(start + heading.length).split('\n## ')[0] ?? '')
  if (!/^\|.*\n/m.test(section)) throw new Error(`The page of settings needs the heading "${title}" and a table below it.`)
  const rows = Object.entries(settings).map(([name, schema]) => rowOf(name, schema))
  const table = `${[...HEAD, ...rows].join('\n')}\n`
  const head = page.slice(0, start + heading.length)
  return head + section.replace(/(^\|.*\n)+/m, () => table) + page.slice(start + heading.length + section.length)
}

function rowOf(name: string, schema: z.ZodType): string {
  const { meaning, otherwise, isSecret } = factsOf(name, schema)
  const kind = isSecret ? `secret ${kindOf(schema)}` : kindOf(schema)
  return `| \`${name}\` | ${kind} | ${meaning} | ${otherwise ?? defaultOf(schema)} |`
}

function defaultOf(schema: z.ZodType): string {
  const value = schema.parse(undefined)
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return 'none'
  return `\`${typeof value === 'boolean' ? Number(value) : String(value)}\``
}
