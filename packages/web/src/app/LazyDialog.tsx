import { t } from '@lingui/core/macro'
import { Component, type ReactNode, Suspense } from 'react'
import { notify } from './notify.ts'

interface LazyDialogProps {
  children: ReactNode
  onClose(): void
}

/** A lazily loaded dialog. If its code cannot be loaded, it shows a toast instead of breaking the page. */
export class LazyDialog extends Component<LazyDialogProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError() {
    return { hasFailed: true }
  }
  override componentDidCatch() {
    notify.error(t`The dialog could not be opened.`)
    this.props.onClose()
  }
  override render() {
    return this.state.hasFailed ? null : <Suspense fallback={null}>{this.props.children}</Suspense>
  }
}
