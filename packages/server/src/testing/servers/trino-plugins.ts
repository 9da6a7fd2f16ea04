import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Fetches the JARs of a plug-in of Trino or Presto. @returns their folder in the cache */
export type PluginLibraries = () => Promise<string>

/**
 * Writes the folders `plugins` and `catalogs` of a server: links to the JARs of each plug-in, and a catalog of the same name for it.
 * @param named plug-ins by the names of their connectors
 * @param further names of more catalogs, of connectors by name
 */
export async function writeCatalogs(
  folder: string,
  named: Record<string, PluginLibraries>,
  further: Record<string, readonly string[]> = {},
): Promise<{ plugins: string; catalogs: string }> {
  const [plugins, catalogs] = [join(folder, 'plugins'), join(folder, 'catalogs')]
  for (const each of [plugins, catalogs]) await mkdir(each)
  for (const [name, libraries] of Object.entries(named)) {
    const [from, to] = [await libraries(), join(plugins, name)]
    await mkdir(to)
    for (const jar of await readdir(from)) await symlink(join(from, jar), join(to, jar))
    await writeFile(join(catalogs, `${name}.properties`), `connector.name=${name}\n`)
  }
  for (const [connector, names] of Object.entries(further))
    for (const name of names) await writeFile(join(catalogs, `${name}.properties`), `connector.name=${connector}\n`)
  return { plugins, catalogs }
}

/**
 * Whether a server runs queries. It answers and has loaded its catalogs some seconds before it finds itself as a node that can work.
 * @param base its URL
 */
export const isStarted = (base: string): Promise<boolean> => returnsRows(base).catch(() => false)

/** Runs a query that reads a table, as both protocols document it: a POST, then the next page until there is none. */
async function returnsRows(base: string): Promise<boolean> {
  const headers = { 'X-Trino-User': 'tests', 'X-Presto-User': 'tests' }
  let page = await fetch(`${base}/v1/statement`, { method: 'POST', headers, body: 'SELECT count(*) FROM tpch.tiny.nation' })
  for (let hasRows = false; page.ok; ) {
    const { data, nextUri } = (await page.json()) as { data?: unknown[]; nextUri?: string }
    hasRows ||= data !== undefined
    if (!nextUri) return hasRows
    page = await fetch(nextUri, { headers })
  }
  return false
}
