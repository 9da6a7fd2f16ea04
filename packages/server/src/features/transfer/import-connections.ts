import { i18n } from '@sightline/domain/language/i18n.ts'
import type { z } from 'zod'
import { destinations as destinationTypes } from '../../destinations/registry.ts'
import { encryptOptions, type OptionsRow } from '../../platform/crypto/options.ts'
import { inLanguage } from '../../platform/language/reader.ts'
import { hiddenSecrets, mergeSecrets, readOptions } from '../../platform/type-options.ts'
import { runners } from '../../runners/registry.ts'
import { rowOf as sourceRow } from '../data-sources/service.ts'
import { optionsRow as destinationRow } from '../destinations/service.ts'
import type { TransferItem } from './file.ts'
import * as store from './import.store.ts'
import type { ImportRun } from './import-state.ts'

/** Data sources match by name. New ones are paused if they need options that are not in the file. */
export async function importSources(run: ImportRun, sources: TransferItem<'data_sources'>[]): Promise<void> {
  await matchOrCreate(run, 'data_sources', sources, {
    known: await store.sourcesByName(run.db),
    mapped: run.sources,
    isType: (type) => runners.has(type),
    make: (source) => importSource(run, source),
  })
}

/** Destinations match by name. New ones lack their secrets, and deliveries fail until these are entered. */
export async function importDestinations(run: ImportRun, destinations: TransferItem<'destinations'>[]): Promise<void> {
  await matchOrCreate(run, 'destinations', destinations, {
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

interface MatchOptions<Sent> {
  /** Existing objects by name; new ones are added. */
  known: Map<string, Typed>
  /** Filled with the object for each id of the file. */
  mapped: Map<number, Typed>
  isType(type: string): boolean
  /** @returns the id of the new one */
  make(sent: Sent): Promise<number>
}

const skippedTexts = {
  data_sources: {
    otherType: (name: string) =>
      i18n._('Data source "{name}" was skipped: the one of this name here is of another type.', { name }),
    unknownType: (name: string, type: string) =>
      i18n._('Data source "{name}" was skipped: the type {type} is not known here.', { name, type }),
  },
  destinations: {
    otherType: (name: string) =>
      i18n._('Destination "{name}" was skipped: the one of this name here is of another type.', { name }),
    unknownType: (name: string, type: string) =>
      i18n._('Destination "{name}" was skipped: the type {type} is not known here.', { name, type }),
  },
}

async function matchOrCreate<Sent extends Typed & { name: string }>(
  run: ImportRun,
  kind: keyof typeof skippedTexts,
  things: readonly Sent[],
  { known, mapped, isType, make }: MatchOptions<Sent>,
): Promise<void> {
  for (const sent of things) {
    const { id, name, type } = sent
    const same = known.get(name)
    if (same && same.type !== type) {
      run.notes.push(skippedTexts[kind].otherType(name))
    } else if (same) {
      run.kept[kind]++
      mapped.set(id, same)
    } else if (isType(type)) {
      const made = { id: await make(sent), type }
      mapped.set(id, made)
      known.set(name, made)
      run.made[kind]++
    } else {
      run.notes.push(skippedTexts[kind].unknownType(name, type))
    }
  }
}

async function importSource(run: ImportRun, source: TransferItem<'data_sources'>): Promise<number> {
  const { name, type, options, concurrency = null, time_limit = null, groups } = source
  const config = runners.get(type)?.config
  const id = await store.nextSourceId(run.db)
  const encrypted_options = encrypted(run, sourceRow(id), config, options)
  const pause_reason = config === undefined ? null : pauseReason(config, options ?? {})
  const pause = { paused: pause_reason !== null, pause_reason }
  await store.insertSource(run.db, { id, name, type, encrypted_options, concurrency, time_limit, ...pause })
  const shares = Object.entries(groups ?? {}).flatMap(([group, view_only]) => {
    const group_id = run.groups.get(Number(group))
    return group_id === undefined ? [] : [{ data_source_id: id, group_id, view_only }]
  })
  await store.insertShares(run.db, shares)
  return id
}

/**
 * Why an imported data source cannot be queried before its options are completed; null if it can. It is stored for all readers, and
 * therefore English.
 */
function pauseReason(config: z.ZodObject, options: Record<string, unknown>): string | null {
  const secrets = hiddenSecrets(config, options)
  if (secrets.length > 0)
    return `Imported without its secrets. Enter them again (${secrets.join(', ')}), test the connection, and resume it.`
  const { problem } = inLanguage('en', () => readOptions(config, mergeSecrets(config, options, {})))
  return problem && `Imported with options that are not complete: ${problem} Fill them in, test the connection, and resume it.`
}

async function importDestination(run: ImportRun, { name, type, options }: TransferItem<'destinations'>): Promise<number> {
  const config = destinationTypes.get(type)?.config
  const missing = config === undefined ? [] : hiddenSecrets(config, options ?? {})
  if (missing.length > 0)
    run.notes.push(
      i18n._('Destination "{name}" has no secrets. Enter them again: {secrets}.', { name, secrets: missing.join(', ') }),
    )
  const id = await store.nextDestinationId(run.db)
  const encrypted_options = encrypted(run, destinationRow(id), config, options)
  return store.insertDestination(run.db, { id, name, type, encrypted_options })
}

/** Encrypts imported options without the placeholders for secrets. */
function encrypted(
  { services }: ImportRun,
  row: OptionsRow,
  config: z.ZodObject | undefined,
  options: Record<string, unknown> | null | undefined,
) {
  const given = config === undefined ? {} : mergeSecrets(config, options ?? {}, {})
  return encryptOptions(services.config.secretKey, row, given)
}
