"""Tests of the AI players' strategies."""
