// A module of its own, so that the bundler can put it into the chunk of React (see vite.config.ts).
export { createRoot } from 'react-dom/client'
