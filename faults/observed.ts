/** Observations of clients, by the kind of fault that was injected last before them. */
export interface Observed {
  /** A fault of this kind begins. */
  begin(kind: string): void
  /** A call was answered as if nothing had happened. */
  worked(): void
  /** A call or a run was refused, failed or was lost in a way that the documents promise. */
  failed(what: string): void
  /** Something happened that must never happen. */
  violated(what: string): void
  readonly violations: readonly string[]
  rows(): ObservedRow[]
}

/** A line of the report. */
export interface ObservedRow {
  kind: string
  /** How often it was injected. */
  faults: number
  /** Calls that worked until the next fault. */
  worked: number
  /** Failures of other calls and of runs, and how often. */
  failed: [what: string, count: number][]
}

export function startObserving(): Observed {
  const byKind = new Map<string, { faults: number; worked: number; failed: Map<string, number> }>()
  const violations: string[] = []
  const of = (kind: string) => {
    const found = byKind.get(kind) ?? { faults: 0, worked: 0, failed: new Map<string, number>() }
    byKind.set(kind, found)
    return found
  }
  let current = of(NONE)
  return {
    begin(kind) {
      current = of(kind)
      current.faults++
    },
    worked() {
      current.worked++
    },
    failed(what) {
      current.failed.set(what, (current.failed.get(what) ?? 0) + 1)
    },
    violated: (what) => void violations.push(what),
    violations,
    rows: () =>
      [...byKind].map(([kind, { failed, ...counts }]) => ({
        ...{ kind, ...counts },
        failed: [...failed].toSorted(([, a], [, b]) => b - a),
      })),
  }
}

/** Before the first fault. */
export const NONE = 'none yet'
