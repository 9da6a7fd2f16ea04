import type { BriefProfile } from '@sightline/contract/result-profiles.ts'
import { type Condition, conditionsFor } from '@sightline/domain/explore/exploration.ts'
import { localNumber } from '@sightline/domain/language/local.ts'
import { memo } from 'react'
import styles from './ColumnStrip.module.css'
import { isFilteredTo, type ProfilePart, profileFacts, profileParts, type WriteCell } from './profile-text.ts'
import type { SourceColumn } from './row-source.ts'

interface ColumnStripProps {
  source: SourceColumn
  profile: BriefProfile
  write: WriteCell
  /** The conditions of the column; null if the rows cannot be filtered. */
  conditions: readonly Condition[] | null
  /** The part that the Tab key reaches, by its place; null for none. */
  tabStop: number | 'first' | null
}

/** The profile of a column in its head: bars of its ranges or frequent values, and a line of facts as far as they fit. */
export const ColumnStrip = memo(function ColumnStrip({ source, profile, write, conditions, tabStop }: ColumnStripProps) {
  const parts = profileParts(source.name, profile, write)
  const possible = conditionsFor(source)
  // The part may be gone since the rows have changed.
  const hasStop = typeof tabStop === 'number' && parts[tabStop] != null
  const stop = tabStop === null || hasStop ? tabStop : parts.findIndex((part) => part !== null)
  const filters = (part: ProfilePart) => part.conditions.every(({ kind }) => possible.includes(kind))
  const shared = (part: ProfilePart, place: number) => ({
    part,
    place,
    conditions: filters(part) ? conditions : null,
    isTabStop: place === stop,
  })
  return (
    <>
      {profile.bars.length > 0 ? (
        <div className={styles.bars}>
          {parts.map((part, place) =>
            part === null ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
              <span key={place} className={styles.range} />
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
              <Part key={place} {...shared(part, place)} className={styles.range}>
                <span className={styles.bar} style={{ height: `${heightOf(part, profile)}%` }} />
              </Part>
            ),
          )}
        </div>
      ) : (
        <div className={styles.values}>
          {parts.map(
            (part, place) =>
              part && (
                <Part
                  key={JSON.stringify(part.conditions)}
                  {...shared(part, place)}
                  className={styles.value}
                  grow={part.count / profile.rows}
                >
                  <span className={styles.name}>{part.text}</span>
                </Part>
              ),
          )}
          <Rest profile={profile} parts={parts} />
        </div>
      )}
      <div className={styles.facts} aria-hidden>
        {profileFacts(profile, write).map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </div>
    </>
  )
})

/** Percent of the highest bar. */
const heightOf = ({ count }: ProfilePart, { bars }: BriefProfile) => (count / Math.max(...bars.map((bar) => bar.count))) * 100

/** The rows with other values. */
function Rest({ profile, parts }: { profile: BriefProfile; parts: readonly (ProfilePart | null)[] }) {
  const { rows, distinct, is_distinct_exact: isExact } = profile
  const left = rows - parts.reduce((sum, part) => sum + (part?.count ?? 0), 0)
  const others = distinct - parts.filter((part) => part?.kind === 'value').length
  if (left <= 0) return null
  return (
    <span className={styles.rest} style={{ flexGrow: left / rows }}>
      {isExact && parts.length > 0 && others > 0 && <span className={styles.name}>{`+${localNumber(others)}`}</span>}
    </span>
  )
}

interface PartProps {
  part: ProfilePart
  /** null if a click has no effect. */
  conditions: readonly Condition[] | null
  place: number
  isTabStop: boolean
  className: string | undefined
  /** The share of the width that it takes; omitted for equal shares. */
  grow?: number
  children: React.ReactNode
}

/** A bar, a button where it filters the table. Its row handles clicks, so that a strip is not drawn again whenever its table is. */
function Part({ part, conditions, place, isTabStop, className, grow, children }: PartProps) {
  const shared = { className, title: part.label, 'data-kind': part.kind, style: grow === undefined ? {} : { flexGrow: grow } }
  if (conditions === null) return <span {...shared}>{children}</span>
  return (
    <button
      type="button"
      {...shared}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={part.label}
      aria-pressed={isFilteredTo(conditions, part)}
      data-part={place}
    >
      {children}
    </button>
  )
}
