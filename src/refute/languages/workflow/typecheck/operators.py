"""Types of operators."""

from __future__ import annotations

from refute.frontend.unify import Made, Unknown
from refute.languages.workflow import syntax
from refute.languages.workflow.syntax import Expression
from refute.languages.workflow.typecheck.inference import BOOL, DECIMAL, INT, UNIT, Inference
from refute.languages.workflow.typecheck.scope import Scope
from refute.languages.workflow.types import Inferred


class OperatorInference(Inference):
    """Infers the types of operator expressions."""

    def _unary(self, operator: str, operand: Expression, names: Scope) -> Inferred:
        part: Inferred = Unknown()
        match operator:
            case "not":
                self.expect(operand, BOOL, names)
                return BOOL
            case "-":
                part = self.infer(operand, names)
                self.require(part, "number", operand.span)
                return part
            case "decimal":
                self.expect(operand, INT, names)
                return DECIMAL
            case "len":
                part = self.infer(operand, names)
                self.require(part, "sequence", operand.span)
                return INT
            case "uniq":
                self.expect(operand, Made(syntax.LIST, (part,)), names)
                self.require(part, "basic", operand.span)
                return BOOL
            case "head" | "tail":
                self.expect(operand, Made(syntax.LIST, (part,)), names)
                return part if operator == "head" else Made(syntax.LIST, (part,))
            case "fst" | "snd":
                other = Unknown()
                parts = (part, other) if operator == "fst" else (other, part)
                self.expect(operand, Made(syntax.TUPLE, parts), names)
                return part
            case "ref":
                self.expect(operand, part, names)
                self.require(part, "basic", operand.span)
                return Made(syntax.REFERENCE, (part,))
            case _:
                self.expect(operand, Made(syntax.REFERENCE, (part,)), names)
                return part

    def _binary(self, operator: str, left: Expression, right: Expression, names: Scope) -> Inferred:
        match operator:
            case "and" | "or" | "==>":
                wanted: Inferred = BOOL
                result: Inferred = BOOL
            case "+" | "-" | "*" | "/" | "min" | "max":
                wanted = result = self.infer(left, names)
                self.require(wanted, "number", left.span)
                self.expect(right, wanted, names)
                return result
            case "in":
                wanted, result = self.infer(left, names), BOOL
                self.require(wanted, "basic", left.span)
                self.expect(right, Made(syntax.LIST, (wanted,)), names)
                return result
            case "::":
                wanted = self.infer(left, names)
                result = Made(syntax.LIST, (wanted,))
                self.expect(right, result, names)
                return result
            case ":=":
                wanted = Unknown()
                self.expect(left, Made(syntax.REFERENCE, (wanted,)), names)
                self.expect(right, wanted, names)
                return UNIT
            case _:
                wanted = self.infer(left, names)
                kind = "sequence" if operator == "++" else "ordered"
                self.require(wanted, "basic" if operator in {"==", "!="} else kind, left.span)
                self.expect(right, wanted, names)
                return wanted if operator == "++" else BOOL
        self.expect(left, wanted, names)
        self.expect(right, wanted, names)
        return result
