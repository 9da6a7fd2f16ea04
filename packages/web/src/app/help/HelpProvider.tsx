import { lazy, type ReactNode, Suspense, useState } from 'react'
import { HelpContext } from './help-context.ts'
import type { HelpTopic } from './help-topics.ts'

const HelpDrawer = lazy(async () => ({ default: (await import('../../features/help/HelpDrawer.tsx')).HelpDrawer }))

/** Lets everything inside open the help, which is loaded when it is asked for the first time. */
export function HelpProvider({ children }: { children: ReactNode }) {
  // Each asking is a new one, also for the page that was shown last.
  const [asked, setAsked] = useState<{ topic: HelpTopic } | null>(null)
  const [open] = useState(() => (topic: HelpTopic) => setAsked({ topic }))
  return (
    <HelpContext value={open}>
      {children}
      {asked !== null && (
        <Suspense fallback={null}>
          <HelpDrawer asked={asked} />
        </Suspense>
      )}
    </HelpContext>
  )
}
