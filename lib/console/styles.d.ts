/** Styles that a file imports are bundled; they give it nothing. */
declare module '*.css';
