import type { z } from 'zod'
import { destinations as destinationTypes } from '../../destinations/registry.ts'
import { encryptOptions, type OptionsRow } from '../../platform/crypto/options.ts'
import { hiddenSecrets, mergeSecrets, readOptions } from '../../platform/type-options.ts'
import { runners } from '../../runners/registry.ts'
import { rowOf as sourceRow } from '../data-sources/options.ts'
import { rowOf as destinationRow } from '../destinations/options.ts'
import type { Thing } from './file.ts'
import * as store from './import.store.ts'
import type { Importing } from './import-state.ts'

/** Data sources are the same when they have the same name. New ones are paused when they cannot do without what is not in the file. */
export async function importSources(run: Importing, sources: Thing<'data_sources'>[]): Promise<void> {
  await matchOrMake(run, 'data_sources', sources, {
    known: await store.sourcesByName(run.db),
    mapped: run.sources,
    isType: (type) => runners.has(type),
    make: (source) => importSource(run, source),
  })
}

/** Destinations are the same when they have the same name. New ones have no secrets: what was told to them is refused until then. */
export async function importDestinations(run: Importing, destinations: Thing<'destinations'>[]): Promise<void> {
  await matchOrMake(run, 'destinations', destinations, {
    known: await store.destinationsByName(run.db),
    mapped: run.destinations,
    isType: (type) => destinationTypes.has(type),
    make: (destination) => importDestination(run, destination),
  })
}

interface Typed {
  id: number
  type: string
}

interface Ways<Sent> {
  /** Those here, by name; gets those that are made. */
  known: Map<string, Typed>
  /** Gets what has become of each, by its id in the file. */
  mapped: Map<number, Typed>
  isType(type: string): boolean
  /** @returns the id of the new one */
  make(sent: Sent): Promise<number>
}

const called = { data_sources: 'Data source', destinations: 'Destination' }

async function matchOrMake<Sent extends Typed & { name: string }>(
  run: Importing,
  kind: keyof typeof called,
  things: readonly Sent[],
  { known, mapped, isType, make }: Ways<Sent>,
): Promise<void> {
  for (const sent of things) {
    const { id, name, type } = sent
    const same = known.get(name)
    if (same && same.type !== type) {
      run.notes.push(`${called[kind]} "${name}" is left out: the one of this name here is of another type.`)
    } else if (same) {
      run.kept[kind]++
      mapped.set(id, same)
    } else if (isType(type)) {
      const made = { id: await make(sent), type }
      mapped.set(id, made)
      known.set(name, made)
      run.made[kind]++
    } else {
      run.notes.push(`${called[kind]} "${name}" is left out: the type ${type} is not known here.`)
    }
  }
}

async function importSource(run: Importing, source: Thing<'data_sources'>): Promise<number> {
  const { name, type, options, concurrency = null, time_limit = null, groups } = source
  const config = runners.get(type)?.config
  const id = await store.nextSourceId(run.db)
  const encrypted_options = encrypted(run, sourceRow(id), config, options)
  const pause_reason = config === undefined ? null : whatIsMissing(config, options ?? {})
  const pause = { paused: pause_reason !== null, pause_reason }
  await store.insertSource(run.db, { id, name, type, encrypted_options, concurrency, time_limit, ...pause })
  const shares = Object.entries(groups ?? {}).flatMap(([group, view_only]) => {
    const group_id = run.groups.get(Number(group))
    return group_id === undefined ? [] : [{ data_source_id: id, group_id, view_only }]
  })
  await store.insertShares(run.db, shares)
  return id
}

/** Why a source cannot be asked before somebody has completed its options, in words for whoever does; null when it can. */
function whatIsMissing(config: z.ZodObject, options: Record<string, unknown>): string | null {
  const secrets = hiddenSecrets(config, options)
  if (secrets.length > 0)
    return `Imported without its secrets. Enter them again (${secrets.join(', ')}), test the connection, and resume it.`
  const { problem } = readOptions(config, mergeSecrets(config, options, {}))
  return problem && `Imported with options that are not complete: ${problem} Fill them in, test the connection, and resume it.`
}

async function importDestination(run: Importing, { name, type, options }: Thing<'destinations'>): Promise<number> {
  const config = destinationTypes.get(type)?.config
  const missing = config === undefined ? [] : hiddenSecrets(config, options ?? {})
  if (missing.length > 0)
    run.notes.push(`Destination "${name}" comes without its secrets. Enter them again: ${missing.join(', ')}.`)
  const id = await store.nextDestinationId(run.db)
  const encrypted_options = encrypted(run, destinationRow(id), config, options)
  return store.insertDestination(run.db, { id, name, type, encrypted_options })
}

/** What is stored of options: a placeholder is no secret. */
function encrypted(
  { services }: Importing,
  row: OptionsRow,
  config: z.ZodObject | undefined,
  options: Record<string, unknown> | null | undefined,
) {
  const given = config === undefined ? {} : mergeSecrets(config, options ?? {}, {})
  return encryptOptions(services.config.secretKey, row, given)
}
