import { createContext, type ReactNode, startTransition, use, useEffect, useMemo, useState } from 'react'
import { RendersImmediately } from '../../../../visualizations/renders-immediately.ts'
import { type Moments, makeFirstAlone } from './first-alone.ts'
import styles from './widget.module.css'

/** Milliseconds after which the others come in any case: a first result that takes longer shall not hold up what is there. */
const AT_MOST_MS = 300
/** So few come together: they may appear by moving. */
const FEW = 4

const moments: Moments = {
  frame(next) {
    const asked = requestAnimationFrame(next)
    return () => cancelAnimationFrame(asked)
  },
  after(milliseconds, next) {
    const timer = setTimeout(next, milliseconds)
    return () => clearTimeout(timer)
  },
}

interface Aloneness {
  /** The widget that comes alone; null when all are there. */
  firstId: number | null
  tell(): void
}

const AlonenessContext = createContext<Aloneness>({ firstId: null, tell: () => {} })

/**
 * Has the first widget of many come alone: thirty at once show nothing before the last of them is measured. The others follow in
 * the time between two frames; until then their cards are there, empty.
 * @param firstId the one that is read first; null for none
 */
export function FirstAlone({ firstId, count, children }: { firstId: number | null; count: number; children: ReactNode }) {
  const [first, setFirst] = useState(count > FEW ? firstId : null)
  const [alone] = useState(() => makeFirstAlone(moments, AT_MOST_MS, () => startTransition(() => setFirst(null))))
  const isAlone = first !== null
  useEffect(() => (isAlone ? alone.begin() : undefined), [alone, isAlone])
  const value = useMemo(() => ({ firstId: first, tell: alone.tell }), [first, alone])
  return <AlonenessContext value={value}>{children}</AlonenessContext>
}

/** The card of a widget that is about to come. */
export const WaitingCard = () => <div className={styles.widget} aria-busy="true" />

/** A widget, once it is its turn. */
export function InTurn({ id, children }: { id: number; children: ReactNode }) {
  const { firstId } = use(AlonenessContext)
  if (firstId !== null && firstId !== id) return <WaitingCard />
  return <RendersImmediately value={firstId === id}>{children}</RendersImmediately>
}

/** Tells that a widget stands on the page, which the others may be waiting for. */
export function useShown(id: number, isShown: boolean): void {
  const tell = useTellShown(id)
  useEffect(() => {
    if (isShown) tell?.()
  }, [isShown, tell])
}

/** The same, for who learns of it otherwise. @returns null where nobody waits for the widget */
export function useTellShown(id: number): (() => void) | null {
  const { firstId, tell } = use(AlonenessContext)
  return firstId === id ? tell : null
}
