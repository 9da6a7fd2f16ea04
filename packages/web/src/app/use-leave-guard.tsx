import { useBlocker } from '@tanstack/react-router'
import { confirm } from './confirm.tsx'

/**
 * Asks before unsaved changes are lost. Another tab or other parameters on the same path lose nothing.
 * @param onLeave told when the changes are given up
 * @param isSaved told at the moment of leaving, when what is rendered may already be outdated
 */
export function useLeaveGuard(isDirty: boolean, isSaved: () => boolean, onLeave: () => void): void {
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname || isSaved()) return false
      const isSure = await confirm({
        title: 'Are you sure you want to leave this page?',
        text: 'You will lose your changes if you leave',
        action: 'Leave',
        isDestructive: true,
      })
      if (isSure) onLeave()
      return !isSure
    },
    enableBeforeUnload: () => isDirty && !isSaved(),
    disabled: !isDirty,
  })
}
