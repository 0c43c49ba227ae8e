import { problemTexts } from '../texts/problem-texts.ts';
import { learnProblems } from './problem.ts';

learnProblems(problemTexts);
